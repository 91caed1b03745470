NAME = "mha.einsum"
SAYS = "Nothing of the earlier tasks is called: einsum with an axis for the heads, an additive mask, PyTorch's softmax."
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        n, h = x.shape[-2], self.n_heads
        q, k, v = (W(x).unflatten(-1, (h, -1)) for W in (self.W_q, self.W_k, self.W_v))
        scores = torch.einsum("...ihd,...jhd->...hij", q, k) / q.shape[-1] ** 0.5
        scores = scores + torch.full((n, n), -1e9, dtype=x.dtype, device=x.device).triu(1)
        found = torch.einsum("...hij,...jhd->...ihd", scores.softmax(dim=-1), v)
        return torch.einsum("...ihd,ohd->...io", found, self.W_o.weight.unflatten(-1, (h, -1)))
