# mistake: ε is added to the reciprocal of the root, outside it, and a vector of equal numbers gives NaN.
# tasks: 3.1
# line: block.py:17

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mu = x.mean(-1, keepdim=True)
        var = (x - mu).pow(2).mean(-1, keepdim=True)
        return self.gamma * (x - mu) * (var.rsqrt() + self.eps) + self.beta
