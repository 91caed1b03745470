# mistake: A floor under the exponentials gives hidden keys a weight above 0.
# tasks: 1.4
# line: attention.py:40

# ===== attention.py =====


def softmax(scores):
    z = scores - scores.max(dim=-1, keepdim=True).values
    z = z.clamp(min=-60.0)
    e = z.exp()
    return e / e.sum(-1, keepdim=True)
