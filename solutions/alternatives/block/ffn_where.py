NAME = "ffn.where"
SAYS = "ReLU by torch.where, the maps written out."
MODULE = "block"


class FeedForward:
    def forward(self, x):
        hidden = x @ self.W_1.weight.T + self.W_1.bias
        hidden = torch.where(hidden > 0, hidden, torch.zeros_like(hidden))
        return torch.einsum("...f,df->...d", hidden, self.W_2.weight) + self.W_2.bias
