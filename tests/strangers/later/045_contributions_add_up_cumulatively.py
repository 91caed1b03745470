# mistake: The slices start at 0, so head c's entry holds what the heads 0 … c write together.
# after: off-by-one of slices (mistake over two lines)
# tasks: 2.3
# says: Your last entry equals the whole output: what does each slice begin with?
# line: multihead.py:50, 51

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        mask = causal_mask(x.shape[-2], x.device)
        q, k, v = [split_heads(lin(x), self.n_heads) for lin in (self.W_q, self.W_k, self.W_v)]
        z = merge_heads(attend(q, k, v, mask)[0])
        step = z.shape[-1] // self.n_heads
        contributions = []
        for end in range(step, z.shape[-1] + 1, step):
            z_head = z[..., :end]
            W_head = self.W_o.weight[:, :end]
            contributions.append(z_head @ W_head.T)
        return torch.stack(contributions, dim=-3)
