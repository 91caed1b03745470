# CS336 style: einsum notes, in_dtype kept, pre-norm spelled out
# 3.1 3.2 3.3

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        in_dtype = x.dtype
        mean = x.mean(dim=-1, keepdim=True)
        centered = x - mean
        rms = torch.sqrt(centered.pow(2).mean(dim=-1, keepdim=True) + self.eps)
        result = centered / rms * self.gamma + self.beta
        return result.to(in_dtype)


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.clamp_min(self.W_1(x), 0.0)
        return self.W_2(hidden)


class TransformerBlock(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        y = x + self.attention(self.norm_1(x))
        z = y + self.ffn(self.norm_2(y))
        return z
