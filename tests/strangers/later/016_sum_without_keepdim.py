# mistake: The row sums lose their dimension, so they are divided along the columns (square) or do not fit (not square).
# after: forum question "my rows do not sum to 1"
# tasks: 1.4
# says: What shape has your sum for scores of shape (3, 3), and along which axis does it broadcast?
# line: attention.py:41

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    largest = scores.max(dim=-1, keepdim=True).values
    exponentials = (scores - largest).exp()
    return exponentials / exponentials.sum(dim=-1)
