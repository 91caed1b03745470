NAME = "norm.eps_tiny"
SAYS = "Where the features hardly differ, self.eps has next to no effect: as if ε were far smaller, or not there."
HINT = "Normalise a vector of size 0.001, whose variance is about 1e-6. By how much does self.eps change the result?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + 1e-12) + self.beta
