"""Right answers about block.py, written in other ways."""


class LayerNorm:
    """norm.deviation: The standard deviation first; ε is added to its square."""

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        deviation = x.std(-1, keepdim=True, unbiased=False)
        return self.gamma * (x - mean) / torch.sqrt(deviation**2 + self.eps) + self.beta


class LayerNorm:
    """norm.loops: One vector at a time."""

    def forward(self, x):
        rows = x.reshape(-1, x.shape[-1])
        outputs = []
        for row in rows:
            mean = row.sum() / len(row)
            variance = ((row - mean) ** 2).sum() / len(row)
            outputs.append((row - mean) / torch.sqrt(variance + self.eps) * self.gamma + self.beta)
        return torch.stack(outputs).reshape(x.shape)


class LayerNorm:
    """norm.moments: The variance as E[x²] − E[x]², of what is left when the first feature is taken off."""

    def forward(self, x):
        near = x - x[..., :1]
        mean = near.mean(-1, keepdim=True)
        variance = (near * near).mean(-1, keepdim=True) - mean * mean
        return (near - mean) * torch.rsqrt(variance.clamp(min=0) + self.eps) * self.gamma + self.beta


class LayerNorm:
    """norm.moved: Features moved to the front and back: an output that is not contiguous."""

    def forward(self, x):
        last = x.dim() - 1
        moved = x.movedim(last, 0)
        centred = moved - moved.mean(0)
        variance = centred.square().mean(0)
        return torch.addcmul(self.beta, self.gamma, (centred / torch.sqrt(variance + self.eps)).movedim(0, last))


class LayerNorm:
    """norm.var_mean: torch.var_mean without Bessel's correction."""

    def forward(self, x):
        variance, mean = torch.var_mean(x, dim=-1, keepdim=True, correction=0)
        return (x - mean) / (variance + self.eps).pow(0.5) * self.gamma + self.beta


class FeedForward:
    """ffn.clamp: ReLU by clamping."""

    def forward(self, x):
        return self.W_2(self.W_1(x).clamp(min=0))


class FeedForward:
    """ffn.float64_inside: Computed in float64 with the weights themselves."""

    def forward(self, x):
        hidden = (x.double() @ self.W_1.weight.double().T + self.W_1.bias.double()).relu()
        return (hidden @ self.W_2.weight.double().T + self.W_2.bias.double()).to(x.dtype)


class FeedForward:
    """ffn.functional: Everything from torch.nn.functional."""

    def forward(self, x):
        return nnf.linear(nnf.relu(nnf.linear(x, self.W_1.weight, self.W_1.bias)), self.W_2.weight, self.W_2.bias)


import torch.nn.functional as nnf


class FeedForward:
    """ffn.token_by_token: A loop over tokens."""

    def forward(self, x):
        flat = x.reshape(-1, x.shape[-1])
        return torch.stack([self.W_2(self.W_1(row).clamp(min=0)) for row in flat]).reshape(x.shape)


class FeedForward:
    """ffn.where: ReLU by torch.where, the maps written out."""

    def forward(self, x):
        hidden = x @ self.W_1.weight.T + self.W_1.bias
        hidden = torch.where(hidden > 0, hidden, torch.zeros_like(hidden))
        return torch.einsum("...f,df->...d", hidden, self.W_2.weight) + self.W_2.bias


class TransformerBlock:
    """block.inlined: Attention and the norms written out again, with an additive mask."""

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


def _normalise(part, x):
    mean = x.mean(-1, keepdim=True)
    return part.gamma * (x - mean) / (((x - mean) ** 2).mean(-1, keepdim=True) + part.eps).sqrt() + part.beta


class TransformerBlock:
    """block.one_expression: The stream updated by name, the block in two lines."""

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.ffn(self.norm_2(x))
