NAME = "ffn.no_first_bias"
SAYS = "The bias of the first map is left out."
HINT = "Feed a vector of zeros. Which hidden numbers are positive?"
SECTION = "3.2"
LOSES = ["3.2"]
MODULE = "block"


class FeedForward:
    def forward(self, x):
        return self.W_2(torch.relu(x @ self.W_1.weight.T))
