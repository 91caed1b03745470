# mistake: β is added before the division by the standard deviation, so it is divided too.
# tasks: 3.1
# line: block.py:18, 19

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x):
        mu = torch.mean(x, dim=-1, keepdim=True)
        diff = x - mu
        sigma2 = torch.mean(diff * diff, dim=-1, keepdim=True)
        tuned = self.gamma * diff + self.beta
        return tuned / torch.sqrt(sigma2 + self.eps)
