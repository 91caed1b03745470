import torch
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    return torch.stack(x.chunk(n_heads, -1), -3)


def merge_heads(x: Tensor) -> Tensor:
    return torch.cat(x.unbind(-3), -1)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError(f"d_model = {d_model} cannot be cut into n_heads = {n_heads} heads of equal width")
        self.n_heads = n_heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    _A = lambda self, x: attend(*(split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v)), causal_mask(x.shape[-2], x.device))[0]

    def forward(self, x: Tensor) -> Tensor:
        return self.W_o(merge_heads(self._A(x)))

    def head_contributions(self, x: Tensor) -> Tensor:
        return self._A(x) @ torch.stack(self.W_o.weight.T.chunk(self.n_heads, 0))
