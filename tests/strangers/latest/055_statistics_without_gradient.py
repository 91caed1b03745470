# mistake: Mean and variance are taken without gradients, so the gradient of x is wrong.
# tasks: 3.1
# line: block.py:15, 16, 17

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        with torch.no_grad():
            mu = x.mean(dim=-1, keepdim=True)
            var = x.var(dim=-1, keepdim=True, correction=0)
        return self.gamma * (x - mu) / (var + self.eps) ** 0.5 + self.beta
