import torch
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    # d_model => h x d_k
    return x.reshape(x.shape[:-1] + (n_heads, d // n_heads)).transpose(-2, -3)


def merge_heads(x: Tensor) -> Tensor:
    h, d_k = x.size(-3), x.size(-1)
    x = x.transpose(-2, -3).contiguous()
    return x.view(x.shape[:-2] + (h * d_k,))


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

    def _attn(self, x):
        # 1) Do all the linear projections in batch from d_model => h x d_k
        query, key, value = [split_heads(lin(x), self.n_heads) for lin in (self.W_q, self.W_k, self.W_v)]
        # 2) Apply attention on all the projected vectors in batch.
        x, _ = attend(query, key, value, mask=causal_mask(x.size(-2), x.device))
        return x

    def forward(self, x: Tensor) -> Tensor:
        # 3) "Concat" using a view and apply a final linear.
        return self.W_o(merge_heads(self._attn(x)))

    def head_contributions(self, x: Tensor) -> Tensor:
        heads = self._attn(x)
        d_k = heads.size(-1)
        outs = []
        for i in range(self.n_heads):
            w = self.W_o.weight[:, i * d_k:(i + 1) * d_k]
            outs.append(torch.matmul(heads[..., i, :, :], w.transpose(0, 1)))
        return torch.stack(outs, dim=-3)
