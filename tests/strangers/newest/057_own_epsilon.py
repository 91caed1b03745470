# mistake: The epsilon is written out, so `self.eps` has no effect.
# tasks: 3.1
# line: block.py:17

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        var = x.var(dim=-1, keepdim=True, unbiased=False)
        x_hat = (x - mean) / torch.sqrt(var + 1e-5)
        return self.gamma * x_hat + self.beta
