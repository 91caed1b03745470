# var_mean gives both at once
# 3.1

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        var, mean = torch.var_mean(x, dim=-1, keepdim=True, correction=0)
        return (x - mean).div((var + self.eps).sqrt()).mul(self.gamma).add(self.beta)
