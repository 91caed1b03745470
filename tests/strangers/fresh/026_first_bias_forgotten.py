# mistake: the first map is written out by hand and its bias is left out
# after: matrix products written by hand, forgotten bias
# tasks: 3.2
# line: block.py:131
# takes: LayerNorm.forward 3

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        hidden = x @ self.W_1.weight.T
        active = torch.clamp(hidden, min=0)
        return active @ self.W_2.weight.T + self.W_2.bias
