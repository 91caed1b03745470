import torch
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    return x.view(*x.shape[:-1], n_heads, d // n_heads).transpose(-3, -2) if x.is_contiguous() else split_heads(x.contiguous(), n_heads)


def merge_heads(x: Tensor) -> Tensor:
    x = x.transpose(-3, -2).contiguous()
    return x.view(*x.shape[:-2], -1)


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

    def _apply_attention(self, x):
        wq, wk, wv = (split_heads(l(x), self.n_heads) for l in (self.W_q, self.W_k, self.W_v))
        return attend(wq, wk, wv, causal_mask(x.size(-2), x.device))[0]

    def forward(self, x: Tensor) -> Tensor: return self.W_o(merge_heads(self._apply_attention(x)))

    def head_contributions(self, x: Tensor) -> Tensor:
        a = self._apply_attention(x)
        ws = torch.stack(self.W_o.weight.chunk(self.n_heads, dim=1))
        return a @ ws.transpose(-1, -2)
