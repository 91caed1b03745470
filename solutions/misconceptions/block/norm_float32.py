NAME = "norm.float32"
SAYS = "The statistics are computed in float32, whatever the dtype of x is."
HINT = "Feed a float64 vector with a large offset. How many digits survive?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        single = x.float()
        centred = single - single.mean(dim=-1, keepdim=True)
        normalised = centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + self.eps)
        return self.gamma * normalised.to(x.dtype) + self.beta
