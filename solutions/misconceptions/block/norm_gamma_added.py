NAME = "norm.gamma_added"
SAYS = "γ is added instead of multiplied."
HINT = "With γ = 1 and β = 0 the output should have mean 0. Does it?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps) + self.gamma + self.beta
