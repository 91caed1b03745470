NAME = "norm.statistics_detached"
SAYS = "Mean and variance are detached, so their share of the gradient is missing."
HINT = "The values are right. Follow the gradient from the output back to x: through which terms does it go?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True).detach()
        variance = x.var(dim=-1, keepdim=True, unbiased=False).detach()
        return self.gamma * (x - mean) / torch.sqrt(variance + self.eps) + self.beta
