# mistake: The mask is forgotten here, so the contributions do not add up to forward(x).
# after: the second copy of a piece of code losing a line; keras-team/keras#23038 (mask lost on one path)
# tasks: 2.3
# line: multihead.py:41
# sentence: Each head's own contribution, in the order of the heads; their sum over the heads is `forward(x)`.
# takes: split_heads 2, MultiHeadAttention.forward 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        a, _ = attend(q, k, v)
        w = self.W_o.weight.unflatten(-1, (self.n_heads, -1))  # (d, h, d/h)
        return torch.einsum("...hnk,dhk->...hnd", a, w)
