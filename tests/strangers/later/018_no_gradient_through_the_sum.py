# mistake: The denominator is computed under no_grad, so the weights are right and their gradients wrong.
# after: own invention ("the normaliser is only a constant")
# tasks: 1.4
# says: If one score grows, does the sum below the line stay the same? Then why may the gradient pretend so?
# line: attention.py:41, 42

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    shifted = scores - scores.amax(dim=-1, keepdim=True).detach()
    e = torch.exp(shifted)
    with torch.no_grad():
        total = e.sum(dim=-1, keepdim=True)
    return e / total
