NAME = "norm.capped"
SAYS = "Normalised features far from 0 are capped."
HINT = "Take a vector of fifty zeros and one 1. How large is its last feature after the norm?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        out = centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps)
        return self.gamma * out.clamp(-3.0, 3.0) + self.beta
