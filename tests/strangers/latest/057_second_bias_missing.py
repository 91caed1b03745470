# mistake: The second map is written out without its bias.
# tasks: 3.2
# line: block.py:31

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        hidden = (x @ self.W_1.weight.T + self.W_1.bias).clamp(min=0)
        return hidden @ self.W_2.weight.T
