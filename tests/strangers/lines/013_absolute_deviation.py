# mistake: The mean absolute deviation takes the place of the variance.
# after: robust statistics, or |x| written for x²
# tasks: 3.1
# line: block.py:16

# ===== block.py =====

class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mu = x.mean(dim=-1, keepdim=True)
        centred = x - mu
        spread = centred.abs().mean(dim=-1, keepdim=True)
        normed = centred / torch.sqrt(spread + self.eps)
        return normed * self.gamma + self.beta
