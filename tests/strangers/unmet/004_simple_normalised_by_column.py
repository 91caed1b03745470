# mistake: The exponentials are divided by the sums of the columns. The weights of token i must sum to 1 over j, along the row.
# tasks: 1.1
# line: attention.py:14, 15

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    scores = x @ x.mT
    allowed = torch.ones(n, n, dtype=torch.bool, device=x.device).tril()
    scores = scores.masked_fill(~allowed, float("-inf"))
    biggest = scores.amax(dim=-1, keepdim=True)
    exps = torch.exp(scores - biggest)
    sums = exps.sum(dim=-2, keepdim=True)
    alpha = exps / sums
    return alpha @ x
