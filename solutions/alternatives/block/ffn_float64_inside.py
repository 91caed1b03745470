NAME = "ffn.float64_inside"
SAYS = "Computed in float64 with the weights themselves."
MODULE = "block"


class FeedForward:
    def forward(self, x):
        hidden = (x.double() @ self.W_1.weight.double().T + self.W_1.bias.double()).relu()
        return (hidden @ self.W_2.weight.double().T + self.W_2.bias.double()).to(x.dtype)
