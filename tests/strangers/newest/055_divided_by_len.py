# mistake: The sums are divided by the length of the first dimension, not by the number of features.
# tasks: 3.1
# line: block.py:15

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x):
        d = len(x)
        mu = x.sum(-1, keepdim=True) / d
        diff = x - mu
        sigma2 = (diff * diff).sum(-1, keepdim=True) / d
        return diff / torch.sqrt(sigma2 + self.eps) * self.gamma + self.beta
