NAME = "norm.moments"
SAYS = "The variance as E[x²] − E[x]², of what is left when the first feature is taken off."
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        near = x - x[..., :1]
        mean = near.mean(-1, keepdim=True)
        variance = (near * near).mean(-1, keepdim=True) - mean * mean
        return (near - mean) * torch.rsqrt(variance.clamp(min=0) + self.eps) * self.gamma + self.beta
