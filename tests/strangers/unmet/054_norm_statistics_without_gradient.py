# mistake: Mean and variance are calculated without gradient, so the gradient for x is wrong. Gradients have to be right.
# tasks: 3.1
# line: block.py:14, 20

# ===== block.py =====


class LayerNorm(nn.Module):
    def statistics(self, x):
        with torch.no_grad():
            mean = x.mean(dim=-1, keepdim=True)
            var = ((x - mean) ** 2).mean(dim=-1, keepdim=True)
        return mean, var

    def forward(self, x):
        mean, var = self.statistics(x)
        x_hat = (x - mean) / torch.sqrt(var + self.eps)
        return self.gamma * x_hat + self.beta
