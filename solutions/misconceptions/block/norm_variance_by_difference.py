NAME = "norm.variance_by_difference"
SAYS = (
    "The variance is the mean of x² minus the square of the mean: two large numbers whose difference is lost "
    "to rounding."
)
HINT = "Add a hundred million to every feature. What is left of your variance?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = ((x * x).mean(dim=-1, keepdim=True) - mean * mean).clamp(min=0)
        return self.gamma * (x - mean) / torch.sqrt(variance + self.eps) + self.beta
