# mistake: The exponentials are added up over dimension 1, which is the last one only for a matrix.
# tasks: 1.4
# line: attention.py:41

# ===== attention.py =====


def softmax(scores):
    top = scores.amax(dim=-1, keepdim=True)
    powers = (scores - top).exp()
    return powers / powers.sum(dim=1, keepdim=True)
