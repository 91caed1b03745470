# mistake: Epsilon is added to the standard deviation; it must stand inside the root, next to the variance.
# tasks: 3.1
# line: block.py:17

# ===== block.py =====


class LayerNorm(nn.Module):
    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        centred = x - mean
        var = centred.pow(2).mean(dim=-1, keepdim=True)
        std = torch.sqrt(var) + self.eps
        return self.gamma * (centred / std) + self.beta
