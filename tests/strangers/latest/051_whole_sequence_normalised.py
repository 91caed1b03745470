# mistake: Mean and variance run over the tokens too (all but the first dimension).
# tasks: 3.1
# line: block.py:15

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        dims = tuple(range(1, x.dim())) or (0,)
        mu = x.mean(dim=dims, keepdim=True)
        var = ((x - mu) ** 2).mean(dim=dims, keepdim=True)
        x_hat = (x - mu) * torch.rsqrt(var + self.eps)
        return x_hat * self.gamma + self.beta
