# mistake: appends the running sum over the heads instead of the piece of the one head
# after: wrong variable appended in a loop
# tasks: 2.3
# line: multihead.py:214
# takes: split_heads 2, merge_heads 4

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        qkv = [split_heads(layer(x), self.n_heads) for layer in (self.W_q, self.W_k, self.W_v)]
        heads, _ = attend(*qkv, causal_mask(x.shape[-2], device=x.device))
        columns = self.W_o.weight.chunk(self.n_heads, dim=1)
        parts, total = [], 0
        for a_c, w_c in zip(heads.unbind(dim=-3), columns):
            piece = a_c @ w_c.T
            total = total + piece
            parts.append(total)
        return torch.stack(parts, dim=-3)
