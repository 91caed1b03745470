# Statistician: keeps the unbiased variance and multiplies by (d-1)/d, with d = 1 apart
# 3.1 3.2

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        d = x.shape[-1]
        if d == 1:
            variance = torch.zeros_like(x)
        else:
            variance = x.var(dim=-1, keepdim=True) * (d - 1) / d  # undo Bessel's correction
        z = (x - x.mean(dim=-1, keepdim=True)) / (variance + self.eps) ** 0.5
        return self.gamma * z + self.beta


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        activation = nn.ReLU()
        return self.W_2(activation(self.W_1(x)))
