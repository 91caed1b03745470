# mistake: The maximum is taken off after the exponential.
# after: the steps of the stable softmax in the wrong order
# tasks: 1.4
# line: attention.py:27

# ===== attention.py =====

def softmax(scores: Tensor) -> Tensor:
    e = torch.exp(scores)
    e = e - e.amax(dim=-1, keepdim=True)
    return e / e.sum(dim=-1, keepdim=True)
