NAME = "block.inlined"
SAYS = "Attention and the norms written out again, with an additive mask."
MODULE = "block"


def _normalise(part, x):
    mean = x.mean(-1, keepdim=True)
    return part.gamma * (x - mean) / (((x - mean) ** 2).mean(-1, keepdim=True) + part.eps).sqrt() + part.beta


class TransformerBlock:
    def forward(self, x):
        attention, n = self.attention, x.shape[-2]
        width = x.shape[-1] // attention.n_heads
        t1 = _normalise(self.norm_1, x)
        fill = torch.full((n, n), torch.finfo(x.dtype).min, dtype=x.dtype, device=x.device).triu(1)
        heads = []
        for head in range(attention.n_heads):
            part = slice(head * width, (head + 1) * width)
            q, k, v = (W.weight[part] @ t1.mT for W in (attention.W_q, attention.W_k, attention.W_v))
            heads.append(torch.softmax(q.mT @ k / width**0.5 + fill, dim=-1) @ v.mT)
        t3 = torch.cat(heads, dim=-1) @ attention.W_o.weight.T + x
        return self.ffn(_normalise(self.norm_2, t3)) + t3
