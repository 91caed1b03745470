# mistake: the variance is the mean of x² without taking off the mean
# after: habit from RMSNorm
# tasks: 3.1
# line: block.py:74
# takes: FeedForward.forward 3

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mu = x.mean(-1, keepdim=True)
        centred = x - mu
        var = x.pow(2).mean(-1, keepdim=True)
        z = centred * torch.rsqrt(var + self.eps)
        return z * self.gamma + self.beta


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.norm_1(x))
        return x + self.ffn(self.norm_2(x))
