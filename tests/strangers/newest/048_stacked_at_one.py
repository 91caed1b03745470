# mistake: The heads are stacked at dimension 1, which fits one leading dimension only.
# tasks: 2.3
# line: multihead.py:49

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x):
        mask = causal_mask(x.shape[-2], x.device)
        q, k, v = [split_heads(w(x), self.n_heads) for w in (self.W_q, self.W_k, self.W_v)]
        z, _ = attend(q, k, v, mask)
        blocks = self.W_o.weight.chunk(self.n_heads, dim=1)
        written = [z[..., c, :, :] @ block.T for c, block in enumerate(blocks)]
        return torch.stack(written, dim=1)
