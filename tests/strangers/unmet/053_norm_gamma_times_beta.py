# mistake: β is added before the multiplication with γ. β has to be added last, as it is.
# tasks: 3.1
# line: block.py:17, 18

# ===== block.py =====


class LayerNorm(nn.Module):
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        sigma_squared = centred.pow(2).mean(dim=-1, keepdim=True)
        z = centred / (sigma_squared + self.eps).sqrt()
        tuned = z + self.beta
        return tuned * self.gamma
