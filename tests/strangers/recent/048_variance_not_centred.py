# mistake: The mean of the squares of x itself is used as the variance; the squares of x minus its mean belong there.
# tasks: 3.1
# line: block.py:17

# ===== block.py =====


class LayerNorm(nn.Module):
    def forward(self, x):
        d = x.shape[-1]
        mu = x.sum(dim=-1, keepdim=True) / d
        diff = x - mu
        sigma_squared = (x * x).sum(dim=-1, keepdim=True) / d
        root = (sigma_squared + self.eps).sqrt()
        normed = diff / root
        return normed * self.gamma + self.beta
