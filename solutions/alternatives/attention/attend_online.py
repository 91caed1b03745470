NAME = "attend.online"
SAYS = "One key after the other, with a running maximum and a running sum."
MODULE = "attention"


def attend(q, k, v, mask=None):
    m = k.shape[-2]
    top = q.new_full((*q.shape[:-1], 1), -1e30)
    total = torch.zeros_like(top)
    out = q.new_zeros((*q.shape[:-1], v.shape[-1]))
    raw = []
    for j in range(m):
        score = (q * k[..., j : j + 1, :]).sum(dim=-1, keepdim=True) / math.sqrt(k.shape[-1])
        if mask is not None:
            score = torch.where(mask[..., j : j + 1], score, -1e30)
        raw.append(score)
        new = torch.maximum(top, score.detach())
        old, now = torch.exp(top - new), torch.exp(score - new)
        if mask is not None:
            now = now * mask[..., j : j + 1]
        total = total * old + now
        out = out * old + now * v[..., j : j + 1, :]
        top = new
    weights = torch.exp(torch.cat(raw, dim=-1) - top) / total
    return out / total, weights
