NAME = "mha.sum_of_contributions"
SAYS = "forward as the sum of what the heads write, with helpers of its own."
MODULE = "multihead"


def _heads(layer, x):
    q, k, v = (split_heads(W(x), layer.n_heads) for W in (layer.W_q, layer.W_k, layer.W_v))
    return attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]


def _written(layer, heads):
    return [
        part @ columns.T
        for part, columns in zip(heads.unbind(-3), layer.W_o.weight.chunk(layer.n_heads, dim=1), strict=True)
    ]


class MultiHeadAttention:
    def forward(self, x):
        return sum(_written(self, _heads(self, x)))

    def head_contributions(self, x):
        return torch.stack(_written(self, _heads(self, x)), dim=-3)
