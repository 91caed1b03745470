NAME = "lm.softmax"
SAYS = "The result is probabilities: a softmax has been applied to the logits."
HINT = "Do your logits sum to 1 at every place? They should not."
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return torch.softmax(self.unembed(self.final_norm(h)), dim=-1)
