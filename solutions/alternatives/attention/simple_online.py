NAME = "simple.online"
SAYS = "Softmax on the way: one key after the other, scaled anew whenever a larger score comes."
MODULE = "attention"


def simple_attention(x):
    rows = []
    for i in range(x.shape[-2]):
        top = torch.full_like(x[..., i, 0], -math.inf)
        total, mixed = torch.zeros_like(top), torch.zeros_like(x[..., i, :])
        for j in range(i + 1):
            score = (x[..., i, :] * x[..., j, :]).sum(dim=-1)
            new = torch.maximum(top, score.detach())
            old, now = torch.exp(top - new), torch.exp(score - new)
            total = total * old + now
            mixed = mixed * old.unsqueeze(-1) + now.unsqueeze(-1) * x[..., j, :]
            top = new
        rows.append(mixed / total.unsqueeze(-1))
    return torch.stack(rows, dim=-2)
