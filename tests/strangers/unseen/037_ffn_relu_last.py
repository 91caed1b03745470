# mistake: The ReLU comes after the second map instead of between the two.
# after: step in the wrong place
# tasks: 3.2
# line: block.py:129

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x = self.W_1(x)
        x = self.W_2(x)
        return torch.relu(x)
