NAME = "norm.var_mean"
SAYS = "torch.var_mean without Bessel's correction."
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        variance, mean = torch.var_mean(x, dim=-1, keepdim=True, correction=0)
        return (x - mean) / (variance + self.eps).pow(0.5) * self.gamma + self.beta
