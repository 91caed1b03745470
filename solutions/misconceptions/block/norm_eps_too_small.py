NAME = "norm.eps_too_small"
SAYS = "ε is written into the code as 1e-8 instead of taken from self.eps."
HINT = "Normalise a vector of size 0.001, whose variance is about 1e-6. Which ε does the constructor set?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + 1e-8) + self.beta
