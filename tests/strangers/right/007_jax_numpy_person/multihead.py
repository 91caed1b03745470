import torch
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    x = torch.reshape(x, x.shape[:-1] + (n_heads, d // n_heads))
    return torch.swapaxes(x, -2, -3)


def merge_heads(x: Tensor) -> Tensor:
    x = torch.swapaxes(x, -2, -3)
    return torch.reshape(x, x.shape[:-2] + (x.shape[-2] * x.shape[-1],))


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

    def _heads(self, x):
        n = x.shape[-2]
        w = lambda p: p.weight.reshape(self.n_heads, -1, x.shape[-1])
        q = torch.einsum("...nd,hkd->...hnk", x, w(self.W_q))
        k = torch.einsum("...nd,hkd->...hnk", x, w(self.W_k))
        v = torch.einsum("...nd,hkd->...hnk", x, w(self.W_v))
        return attend(q, k, v, causal_mask(n, x.device))[0]

    def forward(self, x: Tensor) -> Tensor:
        wo = self.W_o.weight.reshape(x.shape[-1], self.n_heads, -1)
        return torch.einsum("...hnk,ohk->...no", self._heads(x), wo)

    def head_contributions(self, x: Tensor) -> Tensor:
        wo = self.W_o.weight.reshape(x.shape[-1], self.n_heads, -1)
        return torch.einsum("...hnk,ohk->...hno", self._heads(x), wo)
