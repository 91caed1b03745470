NAME = "ffn.leaky"
SAYS = "The nonlinearity lets a little of the negative numbers through."
HINT = "What does your hidden layer do with −1?"
SECTION = "3.2"
LOSES = ["3.2"]
MODULE = "block"


class FeedForward:
    def forward(self, x):
        return self.W_2(torch.nn.functional.leaky_relu(self.W_1(x)))
