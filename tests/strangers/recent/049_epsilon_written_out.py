# mistake: Epsilon is the fixed number 1e-5 instead of self.eps, so another eps given to the constructor is ignored.
# tasks: 3.1
# line: block.py:14, 17

# ===== block.py =====


class LayerNorm(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        eps = 1e-5
        mean = torch.mean(x, dim=-1, keepdim=True)
        variance = torch.mean((x - mean) ** 2, dim=-1, keepdim=True)
        normalised = (x - mean) / torch.sqrt(variance + eps)
        return self.gamma * normalised + self.beta
