NAME = "head.no_mask"
SAYS = "The head looks at the future: it attends without a causal mask."
HINT = "Change the last token of x. Which rows of the output may change?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        output, _ = attend(self.W_q(x), self.W_k(x), self.W_v(x))
        return output
