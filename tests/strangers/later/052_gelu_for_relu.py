# mistake: GELU is used instead of ReLU.
# after: nanoGPT / minGPT MLP
# tasks: 3.2
# says: GPT-2 does it that way; which nonlinearity does the docstring's equation name?
# line: block.py:31

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x = self.W_1(x)
        x = nn.functional.gelu(x)
        x = self.W_2(x)
        return x
