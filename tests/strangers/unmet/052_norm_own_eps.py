# mistake: The ε is written into the code as 1e-5. It has to be self.eps, which the constructor may set to something else.
# tasks: 3.1
# line: block.py:16

# ===== block.py =====


class LayerNorm(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        mu = x.mean(-1, keepdim=True)
        var = x.var(-1, unbiased=False, keepdim=True)
        inv = torch.rsqrt(var + 1e-5)
        return (x - mu) * inv * self.gamma + self.beta
