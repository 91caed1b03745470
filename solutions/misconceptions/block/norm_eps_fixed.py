NAME = "norm.eps_fixed"
SAYS = "ε is written into the code as 1e-5 instead of taken from self.eps."
HINT = "Make a LayerNorm with a large eps. Does its output change?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + 1e-5) + self.beta
