# head_contributions multiplies the merged heads by a table that lights one head's features at a time.

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x):
        d, h = x.shape[-1], self.n_heads
        q, k, v = (split_heads(layer(x), h) for layer in (self.W_q, self.W_k, self.W_v))
        merged = merge_heads(attend(q, k, v, causal_mask(x.shape[-2], x.device))[0])
        lit = torch.eye(h, dtype=x.dtype, device=x.device).repeat_interleave(d // h, dim=1)
        return self.W_o(merged.unsqueeze(-3) * lit[:, None, :])
