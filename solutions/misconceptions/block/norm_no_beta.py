NAME = "norm.no_beta"
SAYS = "β is not added."
HINT = "Normalise a vector of equal numbers. What should be left?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps)
