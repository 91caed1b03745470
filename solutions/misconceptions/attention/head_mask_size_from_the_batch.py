NAME = "head.mask_size_from_the_batch"
SAYS = "The size of the mask is read from dimension 0, which in a batch is the number of sequences, not of tokens."
HINT = "Print n and the shape of x. Which dimension holds the tokens, whatever stands before it?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        mask = causal_mask(x.shape[0], device=x.device)
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)[0]
