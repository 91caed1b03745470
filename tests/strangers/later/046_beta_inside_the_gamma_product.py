# mistake: β is added before γ multiplies, so it is scaled too.
# after: a pair of brackets in the wrong place
# tasks: 3.1
# says: With γ = 2 and a vector of equal numbers, what comes out of yours, and what should?
# line: block.py:17

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mean = x.mean(dim=-1, keepdim=True)
        var = x.var(dim=-1, keepdim=True, correction=0)
        return self.gamma * ((x - mean) / torch.sqrt(var + self.eps) + self.beta)
