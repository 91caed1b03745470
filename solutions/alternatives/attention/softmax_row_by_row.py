NAME = "softmax.row_by_row"
SAYS = "A loop over rows, with Python's max."
MODULE = "attention"


def softmax(scores):
    rows = scores.reshape(-1, scores.shape[-1])
    out = []
    for row in rows:
        exps = (row - max(row.tolist())).exp()
        out.append(exps / exps.sum())
    return torch.stack(out).reshape(scores.shape)
