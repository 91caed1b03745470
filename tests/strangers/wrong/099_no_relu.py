# mistake: There is no nonlinearity between the maps.
# after: forum threads 'my network is linear': activation defined but not called
# tasks: 3.2
# line: block.py:28
# sentence: The ReLU stands between the two maps, and nowhere else.
# takes: LayerNorm.forward 2, TransformerBlock.forward 2

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        return self.W_2(self.W_1(x))
