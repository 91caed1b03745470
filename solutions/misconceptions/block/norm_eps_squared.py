NAME = "norm.eps_squared"
SAYS = "ε is squared before it is added to the variance."
HINT = "Normalise a vector of size 0.001. Which number is added under the root?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps**2) + self.beta
