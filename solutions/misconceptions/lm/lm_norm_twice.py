NAME = "lm.norm_twice"
SAYS = "The final norm is applied twice."
HINT = "How often does the third equation use the norm?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(self.final_norm(h)))
