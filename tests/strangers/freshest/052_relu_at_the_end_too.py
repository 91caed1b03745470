# mistake: A second ReLU stands after the second map.
# tasks: 3.2
# line: block.py:30, 31

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x):
        for layer in (self.W_1, self.W_2):
            x = torch.relu(layer(x))
        return x
