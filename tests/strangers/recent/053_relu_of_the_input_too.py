# mistake: The input goes through a ReLU before the first map as well; the ReLU stands between the two maps and nowhere else.
# tasks: 3.2
# line: block.py:30

# ===== block.py =====


class FeedForward(nn.Module):
    def forward(self, x):
        for layer in (self.W_1, self.W_2):
            x = x.clamp(min=0)
            x = layer(x)
        return x
