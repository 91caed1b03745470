# mistake: 1e-6 is written in place of self.eps.
# tasks: 3.1
# line: block.py:15

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        eps = 1e-6
        mu = torch.mean(x, dim=-1, keepdim=True)
        var = torch.var(x, dim=-1, keepdim=True, unbiased=False)
        normed = (x - mu) / torch.sqrt(var + eps)
        return self.gamma * normed + self.beta
