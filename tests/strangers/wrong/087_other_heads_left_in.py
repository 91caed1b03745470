# mistake: The buffer with the single head is not emptied between heads, so contribution c holds the heads 0 to c.
# after: accumulator not reset in a loop, a code-review classic
# tasks: 2.3
# line: multihead.py:40
# sentence: Each head's own contribution, in the order of the heads; their sum over the heads is `forward(x)`.
# takes: split_heads 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        contributions = []
        alone = torch.zeros_like(heads)
        for c in range(self.n_heads):
            alone = alone.clone()
            alone[..., c, :, :] = heads[..., c, :, :]
            contributions.append(self.W_o(merge_heads(alone)))
        return torch.stack(contributions, dim=-3)
