# mistake: The search for the maximum starts at 0, so a row of −1000s is not shifted and gives 0/0. The maximum must be the row's own.
# tasks: 1.4
# line: attention.py:40

# ===== attention.py =====


def softmax(scores):
    # running maximum, as one writes it in C
    biggest = torch.zeros_like(scores[..., 0])
    for j in range(scores.shape[-1]):
        biggest = torch.maximum(biggest, scores[..., j])
    e = torch.exp(scores - biggest.unsqueeze(-1))
    total = torch.zeros_like(biggest)
    for j in range(scores.shape[-1]):
        total = total + e[..., j]
    return e / total.unsqueeze(-1)
