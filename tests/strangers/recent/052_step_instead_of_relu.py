# mistake: The gate itself (1 where positive, else 0) is handed on instead of the gated hidden vector; a ReLU keeps the positive numbers.
# tasks: 3.2
# line: block.py:32

# ===== block.py =====


class FeedForward(nn.Module):
    def forward(self, x):
        hidden = self.W_1(x)
        # relu: keep what is positive
        gate = (hidden > 0).to(hidden.dtype)
        return self.W_2(gate)
