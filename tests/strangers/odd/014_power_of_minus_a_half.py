# LayerNorm by sums and a power of −1/2, with addcmul for γ and β.

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x):
        d = x.shape[-1]
        away = x - x.sum(dim=-1, keepdim=True) / d
        variance = (away * away).sum(dim=-1, keepdim=True) / d
        unit = away * torch.pow(variance + self.eps, -0.5)
        return torch.addcmul(self.beta, self.gamma, unit)
