NAME = "contributions.others_silenced"
SAYS = "All heads but one set to 0, then the usual way through W^O."
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        each = []
        for c in range(self.n_heads):
            alone = torch.zeros_like(heads)
            alone[..., c, :, :] = heads[..., c, :, :]
            each.append(self.W_o(merge_heads(alone)))
        return torch.stack(each, dim=-3)
