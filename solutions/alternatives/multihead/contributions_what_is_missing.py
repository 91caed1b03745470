NAME = "contributions.what_is_missing"
SAYS = "What the output loses when one head is left out."
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        whole = self.W_o(merge_heads(heads))
        keep = 1 - torch.eye(self.n_heads, dtype=x.dtype, device=x.device)
        return torch.stack(
            [whole - self.W_o(merge_heads(heads * keep[c].reshape(-1, 1, 1))) for c in range(self.n_heads)], dim=-3
        )
