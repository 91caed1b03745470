# mistake: Eps is added to the root instead of under it.
# tasks: 3.1
# line: block.py:18

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mean = x.mean(-1, keepdim=True)
        centred = x - mean
        std = centred.pow(2).mean(-1, keepdim=True).sqrt()
        return self.gamma * centred / (std + self.eps) + self.beta
