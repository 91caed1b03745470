# mistake: The ReLU is applied to the input instead of to the hidden layer.
# after: misplaced parenthesis; pre-activation order of ResNet v2
# tasks: 3.2
# line: block.py:28
# sentence: The ReLU stands between the two maps, and nowhere else.
# takes: LayerNorm.forward 2, TransformerBlock.forward 2

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        h = self.W_1(torch.relu(x))
        return self.W_2(h)
