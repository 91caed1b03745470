# mistake: The centred vector is used for the variance, but x itself is divided by the root.
# after: wrong one of two vectors at hand
# tasks: 3.1
# line: block.py:76

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mean = x.mean(dim=-1, keepdim=True)
        diff = x - mean
        variance = diff.pow(2).mean(dim=-1, keepdim=True)
        std = (variance + self.eps).sqrt()
        normed = x / std
        return normed * self.gamma + self.beta
