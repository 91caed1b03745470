# mistake: A leaky ReLU: a hundredth of what is negative goes through.
# after: LeakyReLU default slope, written out
# tasks: 3.2
# line: block.py:28

# ===== block.py =====

class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        hidden = self.W_1(x)
        slope = torch.where(hidden > 0, 1.0, 0.01).to(hidden.dtype)
        return self.W_2(hidden * slope)
