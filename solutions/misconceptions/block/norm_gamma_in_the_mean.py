NAME = "norm.gamma_in_the_mean"
SAYS = "γ is multiplied in before the mean and the variance are taken."
HINT = "In which order do the formula's steps come: first normalise, then tune?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        x = self.gamma * x
        centred = x - x.mean(dim=-1, keepdim=True)
        return centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps) + self.beta
