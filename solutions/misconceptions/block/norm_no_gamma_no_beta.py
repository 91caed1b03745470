NAME = "norm.no_gamma_no_beta"
SAYS = "Neither γ nor β is used."
HINT = "The formula has two learned vectors. What happens to the output when you change them?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps)
