# mistake: A helper divides by the root of the width, which this first attention does not do.
# after: habit: every attention is scaled
# tasks: 1.1
# line: attention.py:16

# ===== attention.py =====

def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    scores = _similarities(x)
    seen = torch.tril(torch.ones(n, n, dtype=torch.bool, device=x.device))
    scores = torch.where(seen, scores, torch.full_like(scores, -math.inf))
    return torch.softmax(scores, dim=-1) @ x


def _similarities(tokens: Tensor) -> Tensor:
    width = tokens.shape[-1]
    products = torch.einsum("...id,...jd->...ij", tokens, tokens)
    return products * width**-0.5

def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d_k = k.shape[-1]
    return q @ k.transpose(-2, -1) / math.sqrt(d_k)
