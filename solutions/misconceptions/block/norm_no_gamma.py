NAME = "norm.no_gamma"
SAYS = "γ is not used."
HINT = "Set γ to 2 everywhere. Does the output change?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps) + self.beta
