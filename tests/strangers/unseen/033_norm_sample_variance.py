# mistake: The library variance divides by d - 1, as it is not told otherwise.
# after: a default of the library not known (wrong constant)
# tasks: 3.1
# line: block.py:73
# takes: FeedForward.forward 2, TransformerBlock.forward 2

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mu = x.mean(dim=-1, keepdim=True)
        var = x.var(dim=-1, keepdim=True)
        x_hat = (x - mu) / torch.sqrt(var + self.eps)
        return self.gamma * x_hat + self.beta
