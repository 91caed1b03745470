# mistake: E[x²] − E[x]² cancels badly when all features share a large offset.
# after: pytorch/pytorch#51102 and #81090 (LayerNorm wrong for mean-shifted inputs)
# tasks: 3.1
# line: block.py:17
# sentence: A vector of equal numbers gives β, not NaN. In float64 a large number added to all features cancels.

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mean = x.mean(dim=-1, keepdim=True)
        mean_sq = (x * x).mean(dim=-1, keepdim=True)
        var = (mean_sq - mean * mean).clamp(min=0)
        return self.gamma * (x - mean) / torch.sqrt(var + self.eps) + self.beta
