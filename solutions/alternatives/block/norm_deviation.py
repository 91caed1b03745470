NAME = "norm.deviation"
SAYS = "The standard deviation first; ε is added to its square."
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        deviation = x.std(-1, keepdim=True, unbiased=False)
        return self.gamma * (x - mean) / torch.sqrt(deviation**2 + self.eps) + self.beta
