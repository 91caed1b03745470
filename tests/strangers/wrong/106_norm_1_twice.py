# mistake: norm_1 serves both parts; norm_2 is never used. Unseen while both norms have their initial γ and β.
# after: copy-paste slip, found in reviews of block code
# tasks: 3.3
# line: block.py:44
# sentence: `self.norm_1` comes before `self.attention`, `self.norm_2` before `self.ffn`.

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.norm_1(x))
        x = x + self.ffn(self.norm_1(x))
        return x
