# mistake: `var_mean` gives the variance first: mean and variance are swapped.
# tasks: 3.1
# line: block.py:15

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x):
        mean, var = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
        return self.gamma * (x - mean) / torch.sqrt(var + self.eps) + self.beta
