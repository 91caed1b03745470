# mistake: Beta is added before gamma multiplies, so beta is scaled too.
# after: steps in the wrong order (misplaced parenthesis)
# tasks: 3.1
# line: block.py:75
# takes: FeedForward.forward 2, TransformerBlock.forward 2

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mu = x.mean(-1, keepdim=True)
        sigma2 = x.var(-1, keepdim=True, unbiased=False)
        z = (x - mu) / (sigma2 + self.eps) ** 0.5
        return self.gamma * (z + self.beta)
