NAME = "lm.list_of_blocks_called"
SAYS = "self.blocks is called as if it were one layer; it is a list of layers."
HINT = "What can you do with a list of layers? What should the second block read?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        x = self.blocks(self.embed(tokens))
        return self.unembed(self.final_norm(x))
