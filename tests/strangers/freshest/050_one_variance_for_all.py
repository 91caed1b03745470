# mistake: The squares are averaged over everything: all vectors share one variance.
# tasks: 3.1
# line: block.py:16

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        variance = (centred ** 2).mean()
        return centred / torch.sqrt(variance + self.eps) * self.gamma + self.beta
