# mistake: The vector that goes through W^O keeps the earlier heads, so contribution c is the sum of heads 0 to c. Each head has to be written by itself.
# tasks: 2.3
# line: multihead.py:48, 52

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def head_contributions(self, x):
        n_heads, width = self.n_heads, x.shape[-1] // self.n_heads
        q = split_heads(self.W_q(x), n_heads)
        k = split_heads(self.W_k(x), n_heads)
        v = split_heads(self.W_v(x), n_heads)
        z = merge_heads(attend(q, k, v, causal_mask(x.shape[-2], x.device))[0])
        only_this_head = torch.zeros_like(z)
        results = []
        for c in range(n_heads):
            chunk = slice(c * width, (c + 1) * width)
            only_this_head = only_this_head.clone()
            only_this_head[..., chunk] = z[..., chunk]
            results.append(self.W_o(only_this_head))
        return torch.stack(results, dim=-3)
