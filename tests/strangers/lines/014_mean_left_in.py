# mistake: The numerator is x itself: the mean is never taken off (RMS norm with a variance).
# after: RMSNorm and LayerNorm mixed up
# tasks: 3.1
# line: block.py:17

# ===== block.py =====

class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mu = torch.mean(x, dim=-1, keepdim=True)
        var = torch.mean(torch.square(x - mu), dim=-1, keepdim=True)
        scale = torch.rsqrt(var + self.eps)
        y = x * scale
        return self.gamma * y + self.beta
