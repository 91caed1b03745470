NAME = "lm.log_softmax"
SAYS = "The result is log-probabilities: a log-softmax has been applied to the logits."
HINT = "Are your logits ever positive? They can be."
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return torch.log_softmax(self.unembed(self.final_norm(h)), dim=-1)
