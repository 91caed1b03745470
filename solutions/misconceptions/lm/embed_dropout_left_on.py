NAME = "embed.dropout_left_on"
SAYS = "Features are dropped at random, in evaluation too, which this task does not ask for."
HINT = "Call it twice with the same tokens. Should the results differ?"
SECTION = "4.1"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def embed(self, tokens):
        positions = torch.arange(tokens.shape[-1], device=tokens.device)
        return F.dropout(self.token_embedding(tokens) + self.position_embedding(positions), p=0.1)
