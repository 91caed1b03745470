# mistake: Beta is added before gamma multiplies, so it is scaled by gamma; the task asks for gamma times the normalised vector, plus beta.
# tasks: 3.1
# line: block.py:17, 18

# ===== block.py =====


class LayerNorm(nn.Module):
    def forward(self, x):
        mu = x.mean(-1, keepdim=True)
        var = x.var(-1, unbiased=False, keepdim=True)
        z = (x - mu) * torch.rsqrt(var + self.eps)
        tuned = z + self.beta
        return self.gamma * tuned
