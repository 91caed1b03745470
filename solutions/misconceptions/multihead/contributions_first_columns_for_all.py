NAME = "contributions.first_columns_for_all"
SAYS = "Every head is written through the columns of W^O that belong to head 0."
HINT = "Once the heads lie side by side, where do the features of head 1 begin?"
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return heads @ self.W_o.weight[:, : heads.shape[-1]].transpose(-2, -1)
