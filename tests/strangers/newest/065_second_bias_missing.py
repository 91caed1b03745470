# mistake: The bias of the second map is not added.
# tasks: 3.2
# line: block.py:31

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x):
        h = (x @ self.W_1.weight.T + self.W_1.bias).clamp(min=0)
        return h @ self.W_2.weight.T
