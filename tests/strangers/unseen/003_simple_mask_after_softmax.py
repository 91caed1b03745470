# mistake: The future is zeroed after the softmax, so the rows no longer sum to 1.
# after: steps in the wrong order: softmax first, then the mask
# tasks: 1.1
# line: attention.py:76
# takes: attention_scores 3, causal_mask 2, apply_mask 3, softmax 2, AttentionHead.forward 3

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    scores = x @ x.transpose(-2, -1)
    alpha = torch.softmax(scores, dim=-1)
    alpha = alpha * torch.tril(torch.ones(n, n, dtype=x.dtype, device=x.device))
    return alpha @ x
