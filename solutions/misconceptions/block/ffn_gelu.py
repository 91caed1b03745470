NAME = "ffn.gelu"
SAYS = "The nonlinearity is GELU, not ReLU."
HINT = "What does your hidden layer do with small negative numbers?"
SECTION = "3.2"
LOSES = ["3.2"]
MODULE = "block"


class FeedForward:
    def forward(self, x):
        return self.W_2(torch.nn.functional.gelu(self.W_1(x)))
