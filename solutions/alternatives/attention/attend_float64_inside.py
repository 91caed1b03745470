NAME = "attend.float64_inside"
SAYS = "Computed in float64 with einsum and a fill of −1e4."
MODULE = "attention"


def attend(q, k, v, mask=None):
    s = torch.einsum("...nd,...md->...nm", q.double(), k.double()) / math.sqrt(k.size(-1))
    if mask is not None:
        s = s.masked_fill(mask.logical_not(), -1e4)
    w = s.softmax(-1)
    return (w @ v.double()).to(v.dtype), w.to(v.dtype)
