# mistake: The rows are stacked in dimension 1, which is the tokens' place only with exactly one leading dimension.
# tasks: 1.1
# line: attention.py:15

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    rows = []
    for i in range(n):
        past = x[..., 0 : i + 1, :]
        query = x[..., i, :].unsqueeze(-1)
        alpha = torch.matmul(past, query).squeeze(-1).softmax(-1)
        rows.append(torch.matmul(alpha.unsqueeze(-2), past).squeeze(-2))
    return torch.stack(rows, dim=1)
