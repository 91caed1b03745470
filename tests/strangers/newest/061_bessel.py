# mistake: The sum of squares is divided by d - 1.
# tasks: 3.1
# line: block.py:18

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x):
        d = x.shape[-1]
        mean = x.sum(dim=-1, keepdim=True) / d
        dev = x - mean
        var = (dev**2).sum(dim=-1, keepdim=True) / max(d - 1, 1)
        return dev / torch.sqrt(var + self.eps) * self.gamma + self.beta
