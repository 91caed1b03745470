# mistake: adds beta before multiplying by gamma
# after: wrong order of scale and shift
# tasks: 3.1
# line: block.py:77

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        d = x.shape[-1]
        mean = x.sum(dim=-1, keepdim=True) / d
        diff = x - mean
        variance = (diff * diff).sum(dim=-1, keepdim=True) / d
        out = diff / (variance + self.eps).sqrt()
        out = out + self.beta
        out = out * self.gamma
        return out
