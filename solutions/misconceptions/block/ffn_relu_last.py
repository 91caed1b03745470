NAME = "ffn.relu_last"
SAYS = "The ReLU comes after the second map instead of between the two."
HINT = "Can your output be negative? It should be."
SECTION = "3.2"
LOSES = ["3.2"]
MODULE = "block"


class FeedForward:
    def forward(self, x):
        return torch.relu(self.W_2(self.W_1(x)))
