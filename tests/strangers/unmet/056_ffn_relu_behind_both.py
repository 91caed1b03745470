# mistake: A ReLU follows the second map as well. It stands between the two maps and nowhere else.
# tasks: 3.2
# line: block.py:31

# ===== block.py =====


class FeedForward(nn.Module):
    def forward(self, x):
        for layer in (self.W_1, self.W_2):
            x = layer(x)
            x = torch.relu(x)
        return x
