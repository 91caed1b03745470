# mistake: Every head gets the same share of the layer's output: the sum is right, the single contributions are not. Each head's own contribution is asked for.
# tasks: 2.3
# line: multihead.py:45, 46, 49

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def head_contributions(self, x: Tensor) -> Tensor:
        h = self.n_heads
        together = self.forward(x)
        share = together / h
        share = share.unsqueeze(-3)
        shape = list(share.shape)
        shape[-3] = h
        return share.expand(shape).clone()
