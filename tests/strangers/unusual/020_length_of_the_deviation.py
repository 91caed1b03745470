# the deviation is divided by its length over the root of d
# 3.1

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        deviation = x - x.mean(-1, keepdim=True)
        square = deviation.norm(dim=-1, keepdim=True) ** 2
        scale = torch.rsqrt(square / x.shape[-1] + self.eps)
        return torch.addcmul(self.beta, self.gamma, deviation * scale)
