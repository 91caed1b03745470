NAME = "lm.training_mode_differs"
SAYS = "In training mode the logits differ from those in evaluation mode."
HINT = "Call model.train() and model.eval() and compare. Where does your code draw at random, or ask for the mode?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = F.dropout(self.embed(tokens), 0.1, self.training)
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h))
