# mistake: The finished output is cut into blocks of features; all heads together wrote each of them.
# tasks: 2.3
# line: multihead.py:44, 50

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x):
        out = self.forward(x)
        width = out.shape[-1] // self.n_heads
        contributions = []
        for c in range(self.n_heads):
            part = torch.zeros_like(out)
            block = slice(c * width, (c + 1) * width)
            part[..., block] = out[..., block]
            contributions.append(part)
        return torch.stack(contributions, dim=-3)
