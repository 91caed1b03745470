NAME = "simple.mixes_what_is_mixed"
SAYS = "The results are written over x while later tokens still need the original vectors."
HINT = (
    "Print x before and after the call. Which x_j should the third token see: the original ones, or those "
    "already mixed?"
)
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    for i in range(x.shape[-2]):
        seen = x[..., : i + 1, :].clone()
        alpha = torch.softmax((x[..., i : i + 1, :] * seen).sum(dim=-1), dim=-1)
        x[..., i, :] = (alpha.unsqueeze(-1) * seen).sum(dim=-2)
    return x
