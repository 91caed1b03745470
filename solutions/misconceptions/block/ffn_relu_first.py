NAME = "ffn.relu_first"
SAYS = "The ReLU is applied to x, before the first map."
HINT = "What happens to the negative features of x? And to negative hidden numbers?"
SECTION = "3.2"
LOSES = ["3.2"]
MODULE = "block"


class FeedForward:
    def forward(self, x):
        return self.W_2(self.W_1(torch.relu(x)))
