NAME = "ffn.no_biases"
SAYS = "The biases of the two maps are left out."
HINT = "Feed a vector of zeros. What should come out?"
SECTION = "3.2"
LOSES = ["3.2"]
MODULE = "block"


class FeedForward:
    def forward(self, x):
        return torch.relu(x @ self.W_1.weight.T) @ self.W_2.weight.T
