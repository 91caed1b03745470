# mistake: Unsqueeze(1) makes a column for two dimensions only.
# tasks: 3.1
# line: block.py:7

# ===== block.py =====


def as_column(t):
    return t.unsqueeze(1)


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mu = as_column(x.mean(dim=-1))
        var = as_column(((x - mu) ** 2).mean(dim=-1))
        return (x - mu) / torch.sqrt(var + self.eps) * self.gamma + self.beta
