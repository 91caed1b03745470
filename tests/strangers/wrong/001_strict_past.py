# mistake: The slice ends at i instead of i + 1, so every token but the first looks at its past without itself.
# after: off-by-one in Python slices, a classic in forum questions on hand-written causal attention
# tasks: 1.1
# line: attention.py:11
# sentence: Token i uses the tokens j ≤ i only, itself included.
# takes: causal_mask 2, softmax 2, weighted_values 2

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    rows = []
    for i in range(x.shape[-2]):
        # what token i may see (the first one has only itself)
        past = x[..., : max(i, 1), :]
        scores = (past @ x[..., i, :].unsqueeze(-1)).squeeze(-1)
        alpha = torch.softmax(scores, dim=-1)
        rows.append((alpha.unsqueeze(-1) * past).sum(dim=-2))
    return torch.stack(rows, dim=-2)
