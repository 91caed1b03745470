# mistake: Attention and feedforward both read x, side by side (as in GPT-J); the second should read what the first wrote.
# after: GPT-J / PaLM parallel blocks taken for the standard one
# tasks: 3.3
# line: block.py:44
# sentence: Pre-norm: what the two parts read is normalised; what is added to (x, then t³) is not.

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        attended = self.attention(self.norm_1(x))
        fed = self.ffn(self.norm_2(x))
        return x + attended + fed
