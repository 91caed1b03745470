# mistake: Negative shifted scores are clamped before the exponential.
# after: clamp(min=0) from ReLU attention
# tasks: 1.4
# line: attention.py:28

# ===== attention.py =====

def softmax(scores: Tensor) -> Tensor:
    shift = scores.max(dim=-1, keepdim=True)[0]
    z = scores - shift
    z = torch.clamp(z, min=-5.0)
    num = torch.exp(z)
    den = num.sum(-1, keepdim=True)
    return torch.div(num, den)
