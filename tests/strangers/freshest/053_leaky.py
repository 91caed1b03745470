# mistake: Negative numbers are kept at a hundredth (a leaky ReLU) instead of becoming 0.
# tasks: 3.2
# line: block.py:31

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        h = self.W_1(x)
        h = torch.where(h > 0, h, 0.01 * h)
        return self.W_2(h)
