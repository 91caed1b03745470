NAME = "norm.gamma_and_beta_swapped"
SAYS = "γ and β have changed places: β multiplies and γ is added."
HINT = "With γ = 1 and β = 0 the output should have variance 1. Does it?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.beta * centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps) + self.gamma
