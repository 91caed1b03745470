NAME = "norm.mean_deviation"
SAYS = "The mean absolute deviation is used in place of the standard deviation."
HINT = "Work out σ for the vector in the stub by hand and compare."
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / (centred.abs().mean(dim=-1, keepdim=True) + self.eps) + self.beta
