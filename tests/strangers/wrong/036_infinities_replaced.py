# mistake: −∞ is replaced by 0 'to avoid NaN', so hidden keys get the weight of a score of 0.
# after: nan_to_num pasted in against NaN (forum threads on -inf in attention)
# tasks: 1.4
# line: attention.py:31
# sentence: A score of −∞ gives a weight of exactly 0, and no NaN anywhere, gradients included.
# takes: simple_attention 2, attention_scores 3, causal_mask 3, apply_mask 3, weighted_values 3, attend 2
# takes: AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    finite = torch.nan_to_num(scores, neginf=0.0)
    finite = finite - finite.max(dim=-1, keepdim=True).values
    w = torch.exp(finite)
    return w / w.sum(dim=-1, keepdim=True)
