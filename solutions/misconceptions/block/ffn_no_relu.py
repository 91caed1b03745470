NAME = "ffn.no_relu"
SAYS = "There is no ReLU between the two maps."
HINT = "Without anything between them, two affine maps are one affine map. What makes the difference?"
SECTION = "3.2"
LOSES = ["3.2"]
MODULE = "block"


class FeedForward:
    def forward(self, x):
        return self.W_2(self.W_1(x))
