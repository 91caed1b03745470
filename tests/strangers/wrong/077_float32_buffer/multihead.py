import torch  # noqa: F401 (the examples use it, and so may you)
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    return torch.stack(x.chunk(n_heads, dim=-1), dim=-3)


def merge_heads(x: Tensor) -> Tensor:
    return torch.cat(x.unbind(dim=-3), dim=-1)


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
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        width = x.shape[-1] // self.n_heads
        mask = causal_mask(x.shape[-2], device=x.device)
        together = torch.zeros(x.shape, device=x.device)
        for c in range(self.n_heads):
            part = slice(c * width, (c + 1) * width)
            together[..., part], _ = attend(q[..., part], k[..., part], v[..., part], mask)
        return self.W_o(together)

    def head_contributions(self, x: Tensor) -> Tensor:
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads = attend(q, k, v, causal_mask(x.size(-2), x.device))[0]
        width = heads.shape[-1]
        parts = []
        for c in range(self.n_heads):
            columns = self.W_o.weight[:, c * width : (c + 1) * width]
            parts.append(heads[..., c, :, :] @ columns.T)
        return torch.stack(parts, dim=-3)
