NAME = "head.weights_not_turned"
SAYS = "x is multiplied by the weight matrices as they are stored, without the transpose."
HINT = "nn.Linear computes x Wᵀ. What is the shape of its weight: (in, out) or (out, in)?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        q, k, v = x @ self.W_q.weight, x @ self.W_k.weight, x @ self.W_v.weight
        return attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]
