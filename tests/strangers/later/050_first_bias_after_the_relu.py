# mistake: b_1 is added after the ReLU instead of before it.
# after: matrix products written out by hand
# tasks: 3.2
# says: Which terms stand inside the ReLU's brackets in the docstring, and which in yours?
# line: block.py:30

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(x @ self.W_1.weight.T) + self.W_1.bias
        return hidden @ self.W_2.weight.T + self.W_2.bias
