NAME = "ffn.no_second_bias"
SAYS = "The bias of the second map is left out."
HINT = "Feed a vector that leaves every hidden number at 0. What should come out?"
SECTION = "3.2"
LOSES = ["3.2"]
MODULE = "block"


class FeedForward:
    def forward(self, x):
        return torch.relu(self.W_1(x)) @ self.W_2.weight.T
