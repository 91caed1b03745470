# mistake: Gamma and beta have changed places.
# tasks: 3.1
# line: block.py:17

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x):
        c = x - x.mean(-1, keepdim=True)
        z = c / (c.pow(2).mean(-1, keepdim=True) + self.eps) ** 0.5
        return torch.addcmul(self.gamma, self.beta, z)
