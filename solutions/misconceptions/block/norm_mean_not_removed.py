NAME = "norm.mean_not_removed"
SAYS = "x is divided by the standard deviation, but its mean is not subtracted."
HINT = "With γ = 1 and β = 0, what is the mean of the output? It should be 0."
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.gamma * x / torch.sqrt(variance + self.eps) + self.beta
