import torch.nn.functional as nnf

NAME = "ffn.functional"
SAYS = "Everything from torch.nn.functional."
MODULE = "block"


class FeedForward:
    def forward(self, x):
        return nnf.linear(nnf.relu(nnf.linear(x, self.W_1.weight, self.W_1.bias)), self.W_2.weight, self.W_2.bias)
