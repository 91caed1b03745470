# mistake: The first bias is added after the ReLU; it belongs inside, before the ReLU is taken.
# tasks: 3.2
# line: block.py:31

# ===== block.py =====


class FeedForward(nn.Module):
    def forward(self, x):
        W1, b1 = self.W_1.weight, self.W_1.bias
        W2, b2 = self.W_2.weight, self.W_2.bias
        hidden = torch.relu(x @ W1.T) + b1
        out = hidden @ W2.T + b2
        return out
