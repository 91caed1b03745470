import torch
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    size = d // n_heads
    heads = []
    for c in range(n_heads):
        heads.append(x[..., c * size : (c + 1) * size])
    return torch.stack(heads, dim=-3)


def merge_heads(x: Tensor) -> Tensor:
    h = x.shape[-3]
    pieces = []
    for c in range(h):
        pieces.append(x[..., c, :, :])
    return torch.cat(pieces, dim=-1)


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

    def forward(self, x: Tensor) -> Tensor:
        n = x.shape[-2]
        Q = split_heads(self.W_q(x), self.n_heads)
        K = split_heads(self.W_k(x), self.n_heads)
        V = split_heads(self.W_v(x), self.n_heads)
        mask = causal_mask(n, x.device)
        results = []
        for c in range(self.n_heads):
            A, _ = attend(Q[..., c, :, :], K[..., c, :, :], V[..., c, :, :], mask)
            results.append(A)
        together = merge_heads(torch.stack(results, dim=-3))
        return self.W_o(together)

    def head_contributions(self, x: Tensor) -> Tensor:
        n = x.shape[-2]
        Q = split_heads(self.W_q(x), self.n_heads)
        K = split_heads(self.W_k(x), self.n_heads)
        V = split_heads(self.W_v(x), self.n_heads)
        mask = causal_mask(n, x.device)
        size = x.shape[-1] // self.n_heads
        results = []
        for c in range(self.n_heads):
            A, _ = attend(Q[..., c, :, :], K[..., c, :, :], V[..., c, :, :], mask)
            columns = self.W_o.weight[:, c * size : (c + 1) * size]
            results.append(A @ columns.T)
        return torch.stack(results, dim=-3)
