# mistake: The root is missing: the vector is divided by the variance.
# tasks: 3.1
# line: block.py:18

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x):
        mu = torch.mean(x, -1, keepdim=True)
        centred = x - mu
        var = torch.mean(centred.square(), -1, keepdim=True)
        return self.beta + self.gamma * centred / (var + self.eps)
