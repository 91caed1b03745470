# mistake: Token i attends to the tokens before it only, not to itself; the first row is patched by hand.
# after: off-by-one of Python slices, a forum question ("why is row 0 empty?")
# tasks: 1.1
# says: Your slice ends one token too early: read "j ≤ i" again and say whether token i itself belongs to what it may see.
# line: attention.py:11

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    rows = [x[..., 0, :]]  # nothing before the first token
    for i in range(1, n):
        past = x[..., :i, :]
        scores = (past * x[..., i : i + 1, :]).sum(dim=-1)
        alpha = torch.softmax(scores, dim=-1)
        rows.append((alpha.unsqueeze(-1) * past).sum(dim=-2))
    return torch.stack(rows, dim=-2)
