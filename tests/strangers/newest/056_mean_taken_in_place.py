# mistake: The mean is taken off in place: what goes in is changed.
# tasks: 3.1
# line: block.py:15

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x):
        x -= x.mean(-1, keepdim=True)
        variance = x.pow(2).mean(-1, keepdim=True)
        return self.gamma * (x * torch.rsqrt(variance + self.eps)) + self.beta
