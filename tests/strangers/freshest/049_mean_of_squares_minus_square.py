# mistake: The variance is E[x²] − E[x]², which loses its digits where the mean is large.
# tasks: 3.1
# line: block.py:16, 17

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x):
        m = x.mean(dim=-1, keepdim=True)
        m2 = (x ** 2).mean(dim=-1, keepdim=True)
        var = torch.clamp(m2 - m ** 2, min=0.0)
        normed = (x - m) / (var + self.eps).sqrt()
        return normed * self.gamma + self.beta
