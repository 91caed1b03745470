# mistake: Mean and variance are taken over the whole tensor, not over each vector; right for a single vector only.
# after: ttsugriy.github.io llm-first-principles stage 6, 'LayerNorm Over Wrong Axis'
# tasks: 3.1
# line: block.py:15
# sentence: Over the last dimension only: each vector by itself, for any leading dimensions, none included.

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mean = x.mean()
        var = ((x - mean) ** 2).mean()
        x_hat = (x - mean) / (var + self.eps).sqrt()
        return x_hat * self.gamma + self.beta
