# mistake: A second ReLU after the second map cuts off everything negative.
# after: the 'activation after every layer' habit of MLP code
# tasks: 3.2
# line: block.py:30
# sentence: The ReLU stands between the two maps, and nowhere else.

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x = torch.relu(self.W_1(x))
        x = torch.relu(self.W_2(x))
        return x
