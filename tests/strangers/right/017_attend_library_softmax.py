# A student who writes 1.4 by hand but calls torch.softmax inside attend (only 1.4 forbids it)
# 1.2 1.4 1.6
# ambiguous: 1.4 forbids "a library softmax … in any spelling"; 1.6 says only "Not allowed: PyTorch's ready-made attention", so torch.softmax inside attend obeys the sentences of 1.6

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    scale = torch.sqrt(torch.tensor(k.shape[-1], dtype=q.dtype, device=q.device))
    return torch.matmul(q, torch.transpose(k, -1, -2)) / scale


def softmax(scores: Tensor) -> Tensor:
    scores = scores - torch.max(scores, -1, keepdim=True)[0]
    return torch.exp(scores) / torch.exp(scores).sum(-1, keepdim=True)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    s = torch.matmul(q, k.transpose(-1, -2)) / q.size(-1) ** 0.5
    if mask is not None:
        s = s.masked_fill(mask == False, float("-inf"))  # noqa: E712
    w = torch.softmax(s, dim=-1)
    return torch.matmul(w, v), w


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        n = x.shape[-2]
        m = torch.tril(torch.ones(n, n)).to(device=x.device, dtype=torch.bool)
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), m)[0]


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
