NAME = "norm.gamma_times_all"
SAYS = "γ multiplies β too: β is added before the multiplication."
HINT = "A vector of equal numbers should give β itself. What do you get?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * (centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps) + self.beta)
