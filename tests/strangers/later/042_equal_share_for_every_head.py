# mistake: Every head is given the layer's output divided by h: the sum is right, no single contribution is.
# after: own invention, fitted to the sum in the docstring
# tasks: 2.3
# says: Your parts add up, but would two heads that look at different tokens really write the same?
# line: multihead.py:44, 45

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        share = self.forward(x) / self.n_heads
        return torch.stack([share] * self.n_heads, dim=-3)
