# mistake: Mean and variance are taken without gradients, so the gradient treats them as constants.
# tasks: 3.1
# line: block.py:15, 16, 17

# ===== block.py =====


class LayerNorm(nn.Module):

    def _stats(self, x):
        with torch.no_grad():
            mean = x.mean(dim=-1, keepdim=True)
            var = x.var(dim=-1, keepdim=True, correction=0)
        return mean, var

    def forward(self, x):
        mean, var = self._stats(x)
        return (x - mean) * torch.rsqrt(var + self.eps) * self.gamma + self.beta
