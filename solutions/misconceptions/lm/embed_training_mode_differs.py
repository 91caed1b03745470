NAME = "embed.training_mode_differs"
SAYS = "In training mode the vectors differ from those in evaluation mode."
HINT = "Call model.train() and model.eval() and compare. Where does your code draw at random, or ask for the mode?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        places = torch.arange(tokens.shape[1], device=tokens.device)
        return F.dropout(self.token_embedding(tokens) + self.position_embedding(places), 0.1, self.training)
