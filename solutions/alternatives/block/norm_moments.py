# ruff: noqa: F821
NAME = "norm.moments"
SAYS = "The variance as E[x²] − E[x]², in float64 and cast back."
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        wide = x.double()
        mean = wide.mean(-1, keepdim=True)
        variance = (wide * wide).mean(-1, keepdim=True) - mean * mean
        normalised = (wide - mean) * torch.rsqrt(variance.clamp(min=0) + self.eps)
        return normalised.to(x.dtype) * self.gamma + self.beta
