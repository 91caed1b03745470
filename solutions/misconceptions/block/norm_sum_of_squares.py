NAME = "norm.sum_of_squares"
SAYS = "The squares are summed instead of averaged: the 1/d of the variance is missing."
HINT = "Should the outputs become smaller the wider the vector is?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).sum(dim=-1, keepdim=True) + self.eps) + self.beta
