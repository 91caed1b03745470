# mistake: The input is detached before the computation, so the output has no graph and no gradient reaches x.
# after: forum threads 'element 0 of tensors does not require grad': detach()/.data used as a copy
# tasks: 1.1
# line: attention.py:8
# sentence: x is not changed, and gradients flow back to it.
# takes: causal_mask 2, softmax 2, weighted_values 2

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    x = x.detach().clone()  # so that the caller's tensor stays as it is
    n = x.shape[-2]
    scores = x @ x.mT
    future = torch.triu(torch.ones(n, n, dtype=torch.bool, device=x.device), diagonal=1)
    scores = scores.masked_fill(future, float("-inf"))
    return torch.softmax(scores, dim=-1) @ x
