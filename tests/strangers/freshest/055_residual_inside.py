# mistake: x is added to the result; the residual belongs to the block.
# tasks: 3.2
# line: block.py:32

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x):
        hidden = nn.functional.relu(self.W_1(x))
        out = self.W_2(hidden)
        return x + out
