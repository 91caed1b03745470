NAME = "norm.mean_loses_its_axis"
SAYS = (
    "Mean and variance drop their dimension, so they line up with the features instead of the vectors, or fit nowhere."
)
HINT = "Print the shape of your mean beside the shape of x. How does PyTorch line them up?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        variance = x.var(dim=-1, correction=0)
        return self.gamma * (x - x.mean(dim=-1)) / torch.sqrt(variance + self.eps) + self.beta
