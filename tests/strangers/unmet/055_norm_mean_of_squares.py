# mistake: The variance is E[x²] − E[x]², which loses its digits where the mean is large. A large number added to all features has to cancel.
# tasks: 3.1
# line: block.py:18

# ===== block.py =====


class LayerNorm(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        d = x.shape[-1]
        s1 = x.sum(dim=-1, keepdim=True)
        s2 = (x * x).sum(dim=-1, keepdim=True)
        mean = s1 / d
        variance = (s2 / d - mean * mean).clamp(min=0.0)
        scale = self.gamma / torch.sqrt(variance + self.eps)
        return (x - mean) * scale + self.beta
