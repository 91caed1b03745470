# Autograd enthusiast: softmax as a custom torch.autograd.Function
# 1.4

# ===== attention.py =====


class _Softmax(torch.autograd.Function):
    @staticmethod
    def forward(ctx, s):
        e = torch.exp(s - s.amax(-1, keepdim=True))
        p = e / e.sum(-1, keepdim=True)
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, g):
        (p,) = ctx.saved_tensors
        return p * (g - (g * p).sum(-1, keepdim=True))


def softmax(scores: Tensor) -> Tensor:
    return _Softmax.apply(scores)


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
