# mistake: Gamma multiplies x before the mean is taken off.
# after: affine map pulled inside
# tasks: 3.1
# line: block.py:17

# ===== block.py =====

class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        m = x.mean(dim=-1, keepdim=True)
        v = x.var(dim=-1, keepdim=True, correction=0)
        s = torch.sqrt(v + self.eps)
        top = x * self.gamma - m
        return top / s + self.beta
