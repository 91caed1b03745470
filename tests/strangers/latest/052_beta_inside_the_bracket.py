# mistake: Beta is added before gamma multiplies.
# tasks: 3.1
# line: block.py:18

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        diff = x - x.mean(dim=-1, keepdim=True)
        variance = diff.square().mean(dim=-1, keepdim=True)
        z = diff / (variance + self.eps).sqrt()
        return self.gamma * (z + self.beta)
