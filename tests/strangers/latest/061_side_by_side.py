# mistake: The feedforward part reads x instead of the stream after attention (parallel, as in GPT-J).
# tasks: 3.3
# line: block.py:47

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        gathered = self.attention(self.norm_1(x))
        thought = self.ffn(self.norm_2(x))
        return x + gathered + thought
