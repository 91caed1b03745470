# mistake: `x += …` writes into the caller's tensor.
# after: callummcdougall/ARENA_3.0 pull 225, iMED-Lab/ER-Net pull 3
# tasks: 3.3
# line: block.py:43
# sentence: x is not changed; gradients flow back to it and to every parameter.

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x += self.attention(self.norm_1(x))
        x += self.ffn(self.norm_2(x))
        return x
