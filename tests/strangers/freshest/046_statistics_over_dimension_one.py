# mistake: Mean and variance are taken over dimension 1, which is the features only for a matrix.
# tasks: 3.1
# line: block.py:15, 16

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x):
        mean = x.mean(dim=1, keepdim=True)
        var = x.var(dim=1, keepdim=True, unbiased=False)
        x_hat = (x - mean) / torch.sqrt(var + self.eps)
        return self.gamma * x_hat + self.beta
