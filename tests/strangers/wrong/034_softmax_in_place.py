# mistake: `-=` shifts the caller's scores in place.
# after: the `x -= np.max(x)` line of CS231n notes, carried over to torch
# tasks: 1.4
# line: attention.py:29
# sentence: The scores are not changed, and gradients flow back to them.
# takes: simple_attention 3, causal_mask 2, weighted_values 2, attend 2, AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    scores -= scores.max(dim=-1, keepdim=True)[0]
    exps = torch.exp(scores)
    return exps / exps.sum(dim=-1, keepdim=True)
