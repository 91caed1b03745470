NAME = "mha.inputs_not_turned"
SAYS = "Q, K and V are made with the weight matrices as they are stored, without the transpose; W^O is right."
HINT = "nn.Linear computes x Wᵀ. As all matrices are square here, nothing fails; only the numbers are wrong."
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(x @ W.weight, self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(merge_heads(attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]))
