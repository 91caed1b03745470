NAME = "ffn.relu_twice"
SAYS = "There is a second ReLU after the second map."
HINT = "Can your output be negative? It should be."
SECTION = "3.2"
LOSES = ["3.2"]
MODULE = "block"


class FeedForward:
    def forward(self, x):
        return torch.relu(self.W_2(torch.relu(self.W_1(x))))
