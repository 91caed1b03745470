# mistake: The largest score of the whole tensor is subtracted, so a row that lies far below it underflows to 0/0 = NaN.
# after: NumPy softmax "np.exp(x - np.max(x))"
# tasks: 1.4
# says: Try two rows, one near 1000 and one near −1000: which number should each of them be shifted by?
# line: attention.py:39

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    e = torch.exp(scores - scores.max())
    return e / e.sum(dim=-1, keepdim=True)
