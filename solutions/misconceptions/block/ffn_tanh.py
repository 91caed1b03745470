NAME = "ffn.tanh"
SAYS = "The nonlinearity is tanh, not ReLU."
HINT = "What does your hidden layer do with 3?"
SECTION = "3.2"
LOSES = ["3.2"]
MODULE = "block"


class FeedForward:
    def forward(self, x):
        return self.W_2(torch.tanh(self.W_1(x)))
