# mistake: The heads are laid side by side in the reverse order.
# after: list built by popping from the end
# tasks: 2.1
# line: multihead.py:16

# ===== multihead.py =====

def merge_heads(x: Tensor) -> Tensor:
    heads = list(torch.unbind(x, dim=-3))
    row = []
    while heads:
        row.append(heads.pop())
    return torch.cat(row, dim=-1)
