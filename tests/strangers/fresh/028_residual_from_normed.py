# mistake: the attention output is added to the normalised vector instead of to the stream x
# after: reused name x, bug reports on pre-norm
# tasks: 3.3
# line: block.py:178
# takes: LayerNorm.forward 4

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        hidden = x @ self.W_1.weight.T + self.W_1.bias
        active = torch.clamp(hidden, min=0)
        return active @ self.W_2.weight.T + self.W_2.bias


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x_in = self.norm_1(x)
        x = x_in + self.attention(x_in)
        x_mid = self.norm_2(x)
        x = x + self.ffn(x_mid)
        return x
