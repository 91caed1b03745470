# mistake: The epsilon is added to the standard deviation, outside the root.
# tasks: 3.1
# line: block.py:17

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        std = ((x - mean) ** 2).mean(-1, keepdim=True).sqrt()
        return self.gamma * (x - mean) / (std + self.eps) + self.beta
