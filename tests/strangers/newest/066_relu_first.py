# mistake: The ReLU is applied to the input, not between the maps.
# tasks: 3.2
# line: block.py:30

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x):
        return self.W_2(self.W_1(x.relu()))
