# mistake: A loop puts a ReLU behind both maps, so the output is never negative.
# after: habit of MLP loops
# tasks: 3.2
# says: Can your network ever hand a negative number to the residual stream?
# line: block.py:31

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        for layer in (self.W_1, self.W_2):
            x = torch.relu(layer(x))
        return x
