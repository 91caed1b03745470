# mistake: The second map is written as a matrix product without its bias. b_2 has to be added.
# tasks: 3.2
# line: block.py:31

# ===== block.py =====


class FeedForward(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        pre = x @ self.W_1.weight.T + self.W_1.bias
        hidden = torch.maximum(pre, torch.zeros_like(pre))
        out = hidden @ self.W_2.weight.T
        return out
