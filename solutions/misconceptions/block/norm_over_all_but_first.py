NAME = "norm.over_all_but_first"
SAYS = "Mean and variance are taken over all dimensions but the first."
HINT = "Change one token of a sequence in a batch. Do the outputs of its neighbours change?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        where = tuple(range(1, x.dim())) or (0,)
        centred = x - x.mean(dim=where, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=where, keepdim=True) + self.eps) + self.beta
