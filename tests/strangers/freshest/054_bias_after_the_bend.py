# mistake: The first bias is added after the ReLU instead of before it.
# tasks: 3.2
# line: block.py:30

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x):
        z = torch.relu(x @ self.W_1.weight.T) + self.W_1.bias
        return z @ self.W_2.weight.T + self.W_2.bias
