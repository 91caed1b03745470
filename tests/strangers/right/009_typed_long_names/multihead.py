import torch
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    head_width: int = d // n_heads
    chunked: Tensor = x.unflatten(dim=-1, sizes=(n_heads, head_width))
    return chunked.movedim(source=-2, destination=-3)


def merge_heads(x: Tensor) -> Tensor:
    tokens_first: Tensor = x.movedim(source=-3, destination=-2)
    return tokens_first.flatten(start_dim=-2, end_dim=-1)


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

    def _attend_in_every_head(self, x: Tensor) -> Tensor:
        queries: Tensor = split_heads(self.W_q(x), self.n_heads)
        keys: Tensor = split_heads(self.W_k(x), self.n_heads)
        values: Tensor = split_heads(self.W_v(x), self.n_heads)
        mask: Tensor = causal_mask(x.shape[-2], device=x.device)
        head_outputs, _weights = attend(queries, keys, values, mask)
        return head_outputs

    def forward(self, x: Tensor) -> Tensor:
        return self.W_o(merge_heads(self._attend_in_every_head(x)))

    def head_contributions(self, x: Tensor) -> Tensor:
        head_outputs: Tensor = self._attend_in_every_head(x)
        weight_of_each_head: Tensor = split_heads(self.W_o.weight, self.n_heads)
        return torch.matmul(head_outputs, weight_of_each_head.transpose(-2, -1))
