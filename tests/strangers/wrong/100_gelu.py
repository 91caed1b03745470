# mistake: GELU, as in GPT-2, instead of ReLU.
# after: copied from GPT code
# tasks: 3.2
# line: block.py:29
# sentence: The ReLU stands between the two maps, and nowhere else.

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        hidden = nn.functional.gelu(self.W_1(x))
        return self.W_2(hidden)
