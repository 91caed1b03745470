NAME = "norm.unbiased"
SAYS = "The variance divides by d − 1 instead of d."
HINT = (
    "Take a vector whose standard deviation you know by hand, such as the one in the stub, and look at the "
    "variance you get."
)
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt(x.var(dim=-1, keepdim=True) + self.eps) + self.beta
