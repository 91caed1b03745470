# mistake: Mean and variance are computed without gradients, as if they were running statistics: the values are right, the gradient in x is not.
# after: batch-norm running-statistics code carried over; forum threads on wrong gradients of a custom norm
# tasks: 3.1
# line: block.py:15
# sentence: x is not changed; gradients flow back to it, to γ and to β.
# takes: FeedForward.forward 2, TransformerBlock.forward 2

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        with torch.no_grad():
            mean = x.mean(dim=-1, keepdim=True)
            var = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.gamma * (x - mean) / torch.sqrt(var + self.eps) + self.beta
