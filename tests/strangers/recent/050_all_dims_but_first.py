# mistake: Mean and variance go over all dimensions but the first, so with a batch the tokens of a sequence share them; only the last dimension may be normalised over.
# tasks: 3.1
# line: block.py:14

# ===== block.py =====


class LayerNorm(nn.Module):
    def forward(self, x):
        axes = tuple(range(1, x.dim())) or (0,)
        mean = x.mean(dim=axes, keepdim=True)
        var = x.var(dim=axes, unbiased=False, keepdim=True)
        x_hat = (x - mean) / torch.sqrt(var + self.eps)
        return x_hat * self.gamma + self.beta
