# mistake: The letters after the arrow are swapped: keys come before queries.
# after: einsum strings typed from memory
# tasks: 1.2
# line: attention.py:17

# ===== attention.py =====

def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    scale = 1.0 / math.sqrt(k.size(-1))
    dots = torch.einsum("...nd,...md->...mn", q, k)
    return dots * scale
