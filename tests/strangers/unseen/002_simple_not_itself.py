# mistake: The slice stops before token i, so a token sees its past but not itself.
# after: off by one in a slice, with a patch for the empty first row
# tasks: 1.1
# line: attention.py:77
# takes: attention_scores 3, causal_mask 2, apply_mask 3, softmax 2, AttentionHead.forward 3

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    n = x.size(-2)
    result = []
    for i in range(n):
        seen = x[..., : max(i, 1), :]
        sims = seen @ x[..., i, :].unsqueeze(-1)
        w = torch.softmax(sims, dim=-2)
        result.append(torch.sum(w * seen, dim=-2))
    return torch.stack(result, dim=-2)
