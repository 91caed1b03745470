NAME = "norm.second_moment"
SAYS = "The mean is subtracted from x, but the variance is the mean of x², as if the mean were 0."
HINT = "Add 100 to every feature of a vector. Does your variance change?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt((x**2).mean(dim=-1, keepdim=True) + self.eps) + self.beta
