NAME = "lm.unembed_transposed"
SAYS = "The unembedding's weight is multiplied without the transpose."
HINT = "`nn.Linear` keeps its weight as (out, in). Which way round does the vector have to meet it?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.final_norm(h) @ self.unembed.weight
