# mistake: The hidden layer is clamped to at most 1. A ReLU has no upper limit.
# tasks: 3.2
# line: block.py:32

# ===== block.py =====


class FeedForward(nn.Module):
    def forward(self, x):
        # to the wide layer
        hidden = self.W_1(x)
        # nonlinearity
        active = hidden.clamp(0, 1)
        # and back
        return self.W_2(active)
