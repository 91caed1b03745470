NAME = "simple.softmax_over_batch"
SAYS = (
    "The softmax runs over dimension 0, which in a batch holds the sequences: they share their weights with each other."
)
HINT = "Give the same sequence alone and in a batch. Does its result change?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    rows = []
    for i in range(x.shape[-2]):
        seen = x[..., : i + 1, :]
        scores = (seen * x[..., i : i + 1, :]).sum(dim=-1)
        weights = torch.softmax(scores, dim=0)
        rows.append((weights.unsqueeze(-1) * seen).sum(dim=-2))
    return torch.stack(rows, dim=-2)
