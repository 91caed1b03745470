# mistake: The squares are divided by d − 1. The task asks for the population variance, 1/d.
# tasks: 3.1
# line: block.py:18

# ===== block.py =====


class LayerNorm(nn.Module):
    def forward(self, x):
        d = x.shape[-1]
        mean = torch.sum(x, dim=-1, keepdim=True) / d
        difference = x - mean
        squares = difference * difference
        variance = torch.sum(squares, dim=-1, keepdim=True) / max(d - 1, 1)
        normalised = difference / torch.sqrt(variance + self.eps)
        return self.gamma * normalised + self.beta
