NAME = "head.squeezed"
SAYS = "A batch of one sequence loses its first dimension."
HINT = "Call the head with one sequence in the batch, (1, n, d_model), and look at the shape."
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        return attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0].squeeze(0)
