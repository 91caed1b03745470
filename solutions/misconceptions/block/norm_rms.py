NAME = "norm.rms"
SAYS = "The mean is subtracted neither from x nor in the variance: this is RMS norm."
HINT = "Add 100 to every feature of a vector. A layer norm does not change."
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        return self.gamma * x / torch.sqrt((x**2).mean(dim=-1, keepdim=True) + self.eps) + self.beta
