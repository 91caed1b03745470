# mistake: The vector is divided by its root mean square and its mean is never taken off (RMSNorm).
# after: LLaMA's RMSNorm
# tasks: 3.1
# says: What is the mean of your output when γ = 1 and β = 0, and what should it be?
# line: block.py:7

# ===== block.py =====


def _norm(x: Tensor, eps: float) -> Tensor:
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps)


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        return _norm(x, self.eps) * self.gamma + self.beta
