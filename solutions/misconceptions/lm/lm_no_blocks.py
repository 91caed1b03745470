NAME = "lm.no_blocks"
SAYS = "The blocks are not applied at all."
HINT = "Change the first token. Do the logits after it change?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        return self.unembed(self.final_norm(self.embed(tokens)))
