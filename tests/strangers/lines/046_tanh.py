# mistake: tanh takes the place of the ReLU.
# after: older networks
# tasks: 3.2
# line: block.py:28

# ===== block.py =====

class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        h = torch.einsum("...d,fd->...f", x, self.W_1.weight) + self.W_1.bias
        h = torch.tanh(h)
        return torch.einsum("...f,df->...d", h, self.W_2.weight) + self.W_2.bias
