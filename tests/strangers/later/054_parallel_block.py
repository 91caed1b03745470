# mistake: The feedforward network reads the block's input instead of the stream after attention.
# after: GPT-J / PaLM's parallel block
# tasks: 3.3
# says: When the feedforward network reads the stream, has attention already written into it?
# line: block.py:47

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        attn_output = self.attention(self.norm_1(x))
        feed_forward_output = self.ffn(self.norm_2(x))
        return x + attn_output + feed_forward_output
