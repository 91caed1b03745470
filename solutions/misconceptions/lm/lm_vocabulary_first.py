NAME = "lm.vocabulary_first"
SAYS = "The dimensions are in another order: the vocabulary comes before the places."
HINT = "Compare the shape of your logits with (B, n, vocab_size)."
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h)).transpose(1, 2)
