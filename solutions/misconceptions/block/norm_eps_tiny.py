NAME = "norm.eps_tiny"
SAYS = "ε is written into the code, and is far smaller than self.eps (1e-10 or less)."
HINT = "Normalise a vector of size 0.001, whose variance is about 1e-6. Which ε does the constructor set?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + 1e-12) + self.beta
