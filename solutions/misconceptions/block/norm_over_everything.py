NAME = "norm.over_everything"
SAYS = "One mean and one variance are taken over all numbers of x."
HINT = "Change one token. Do the outputs of the others change?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean()
        return self.gamma * centred / torch.sqrt((centred**2).mean() + self.eps) + self.beta
