# mistake: The ReLU's result is not used: the second map reads the values before it.
# after: wrong variable: computed but not used
# tasks: 3.2
# line: block.py:129
# takes: LayerNorm.forward 2, TransformerBlock.forward 2

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        pre = self.W_1(x)
        post = torch.relu(pre)
        out = self.W_2(pre)
        return out
