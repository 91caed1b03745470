# mistake: norm_1 stands before the feedforward network too; norm_2 is never used.
# after: copy-paste slip
# tasks: 3.3
# says: Which of the block's four parts would get no gradient from your code?
# line: block.py:49

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        t1 = self.norm_1(x)
        t2 = self.attention(t1)
        t3 = t2 + x
        t4 = self.norm_1(t3)
        t5 = self.ffn(t4)
        return t5 + t3
