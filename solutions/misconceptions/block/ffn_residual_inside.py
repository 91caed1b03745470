NAME = "ffn.residual_inside"
SAYS = "x is added to the network's output; the residual belongs to the block, not here."
HINT = "Feed a vector that makes every hidden number 0. Does x itself come through?"
SECTION = "3.2"
LOSES = ["3.2"]
MODULE = "block"


class FeedForward:
    def forward(self, x):
        return x + self.W_2(torch.relu(self.W_1(x)))
