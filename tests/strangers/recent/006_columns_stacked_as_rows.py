# mistake: The columns, one for each key, are stacked as rows, so query i ends up in column i; queries belong in rows and keys in columns.
# tasks: 1.2
# line: attention.py:27

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d_k = k.shape[-1]
    number_of_keys = k.shape[-2]
    columns = []
    for j in range(number_of_keys):
        key = k[..., j : j + 1, :]
        dot_with_every_query = (q * key).sum(dim=-1)
        columns.append(dot_with_every_query / math.sqrt(d_k))
    return torch.stack(columns, dim=-2)
