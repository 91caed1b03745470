NAME = "norm.root_missing"
SAYS = "x is divided by the variance instead of its root."
HINT = "With γ = 1 and β = 0, what is the variance of the output? It should be 1."
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / ((centred**2).mean(dim=-1, keepdim=True) + self.eps) + self.beta
