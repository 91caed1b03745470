NAME = "norm.over_batch"
SAYS = "Mean and variance are taken over the batch, the first dimension."
HINT = "Change one row of the batch. Do the other rows' outputs change?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=0, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=0, keepdim=True) + self.eps) + self.beta
