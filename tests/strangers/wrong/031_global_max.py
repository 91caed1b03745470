# mistake: The maximum of the whole tensor is taken off, not that of each row: a row far below it underflows to 0/0 = NaN.
# after: common in 'numerically stable softmax' snippets with x - np.max(x) applied to a batch (CS231n forum threads)
# tasks: 1.4
# line: attention.py:29
# sentence: Stable: scores of any finite size, 1000 or −1000 too, give finite weights.
# takes: simple_attention 3, causal_mask 2, weighted_values 2

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    scores = scores - scores.max()
    exps = scores.exp()
    return exps / exps.sum(dim=-1, keepdim=True)
