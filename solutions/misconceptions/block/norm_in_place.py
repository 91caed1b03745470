NAME = "norm.in_place"
SAYS = "x itself is changed: the mean is subtracted in place."
HINT = "Print x before and after the call."
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        x -= x.mean(dim=-1, keepdim=True)
        return self.gamma * x / torch.sqrt((x**2).mean(dim=-1, keepdim=True) + self.eps) + self.beta
