# mistake: The statistics run over all dimensions but the first, not over the features alone.
# tasks: 3.1
# line: block.py:15

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x):
        dims = tuple(range(1, x.dim())) if x.dim() > 1 else (0,)
        mu = x.mean(dim=dims, keepdim=True)
        var = ((x - mu) ** 2).mean(dim=dims, keepdim=True)
        return (x - mu) / (var + self.eps).sqrt() * self.gamma + self.beta
