NAME = "norm.statistics_kept"
SAYS = "Mean and variance of the first call are kept and used for every later one."
HINT = "Each vector has a mean and a variance of its own, in every call."
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        if not hasattr(self, "mean"):
            self.mean, self.variance = x.mean(dim=-1, keepdim=True), x.var(dim=-1, keepdim=True, unbiased=False)
        return self.gamma * (x - self.mean) / torch.sqrt(self.variance + self.eps) + self.beta
