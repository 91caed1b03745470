# mistake: In a batch the statistics run over tokens and features together, as nn.LayerNorm([n, d]) would, so tokens see one another.
# after: discuss.pytorch.org threads on normalized_shape; the image-style LayerNorm of older code
# tasks: 3.1
# line: block.py:15
# sentence: Over the last dimension only: each vector by itself, for any leading dimensions, none included.
# takes: FeedForward.forward 2, TransformerBlock.forward 2

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        dims = (-2, -1) if x.dim() > 2 else (-1,)  # tokens and features of one sequence
        mean = x.mean(dim=dims, keepdim=True)
        var = x.var(dim=dims, keepdim=True, correction=0)
        return self.gamma * (x - mean) / torch.sqrt(var + self.eps) + self.beta
