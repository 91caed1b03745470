# mistake: The variance is taken over the tokens, the mean over the features.
# after: dim=-2 typed once
# tasks: 3.1
# line: block.py:16

# ===== block.py =====

class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mean = x.mean(-1, keepdim=True)
        diff = x - mean
        var = (diff * diff).mean(-2, keepdim=True)
        inv = 1 / (var + self.eps).sqrt()
        return diff * inv * self.gamma + self.beta
