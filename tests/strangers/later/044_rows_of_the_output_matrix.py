# mistake: Head c is multiplied by rows of W_o.weight (as in x W) instead of by its columns, transposed.
# after: the paper's convention (mistake over two lines)
# tasks: 2.3
# says: In x Wᵀ, feature number f of x meets which part of W: its row f or its column f?
# line: multihead.py:48, 49

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        z, _ = attend(q, k, v, causal_mask(x.shape[-2], x.device))
        W_per_head = self.W_o.weight.reshape(self.n_heads, z.shape[-1], -1)
        return torch.einsum("...hnk,hkd->...hnd", z, W_per_head)
