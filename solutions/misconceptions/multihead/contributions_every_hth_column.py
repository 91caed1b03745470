NAME = "contributions.every_hth_column"
SAYS = "Head c is given every h-th column of W^O instead of the contiguous columns that meet its features."
HINT = "merge_heads lays the heads side by side. Which columns does head 0 meet?"
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        q, k, v = (split_heads(part(x), self.n_heads) for part in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        parts = [heads[..., c, :, :] @ self.W_o.weight[:, c :: self.n_heads].T for c in range(self.n_heads)]
        return torch.stack(parts, dim=-3)
