# mistake: uses GELU instead of ReLU
# after: habit from GPT-2 code
# tasks: 3.2
# line: block.py:126
# takes: LayerNorm.forward 4

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        act = nn.functional.gelu
        wide = self.W_1(x)
        wide = act(wide)
        narrow = self.W_2(wide)
        return narrow
