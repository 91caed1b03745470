# mistake: The centred vector is divided by the variance plus epsilon, without the root.
# after: the square root left out
# tasks: 3.1
# line: block.py:74

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        centred = x - x.mean(dim=-1, keepdim=True)
        var = (centred * centred).sum(dim=-1, keepdim=True) / x.shape[-1]
        scaled = centred / (var + self.eps)
        return self.gamma * scaled + self.beta
