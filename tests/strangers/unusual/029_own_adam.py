# Adam written out by hand
# 4.5

# ===== train.py =====


class HandAdam:
    """Adam, as in the paper."""

    def __init__(self, parameters, lr):
        self.parameters, self.lr, self.t = list(parameters), lr, 0
        self.m = [torch.zeros_like(p) for p in self.parameters]
        self.v = [torch.zeros_like(p) for p in self.parameters]

    @torch.no_grad()
    def step(self, gradients):
        self.t += 1
        for p, g, m, v in zip(self.parameters, gradients, self.m, self.v):
            if g is None:
                continue
            m.mul_(0.9).add_(g, alpha=0.1)
            v.mul_(0.999).addcmul_(g, g, value=0.001)
            m_hat, v_hat = m / (1 - 0.9**self.t), v / (1 - 0.999**self.t)
            p.sub_(self.lr * m_hat / (v_hat.sqrt() + 1e-8))


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimiser = HandAdam(model.parameters(), lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.step(torch.autograd.grad(loss, optimiser.parameters, allow_unused=True))
        losses.append(loss.item())
    return losses
