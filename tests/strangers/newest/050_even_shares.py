# mistake: The output is shared out evenly: the sum is right, but no head's own part.
# tasks: 2.3
# line: multihead.py:46

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x):
        h = self.n_heads
        total = self.forward(x)
        share = total / h
        return torch.stack([share] * h, dim=-3)
