# mistake: The contributions are stacked after the tokens instead of before them.
# after: wrong axis in stack
# tasks: 2.3
# line: multihead.py:214

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        mask = causal_mask(x.shape[-2], device=x.device)
        q, k, v = (split_heads(p(x), self.n_heads) for p in (self.W_q, self.W_k, self.W_v))
        heads = attend(q, k, v, mask)[0]
        blocks = self.W_o.weight.chunk(self.n_heads, dim=1)
        contributions = []
        for c, block in enumerate(blocks):
            contributions.append(heads[..., c, :, :] @ block.T)
        return torch.stack(contributions, dim=-2)
