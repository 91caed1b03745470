NAME = "simple.by_later_tasks"
SAYS = "Written with the functions of the later tasks, the scaling undone beforehand."
MODULE = "attention"


def simple_attention(x):
    scores = attention_scores(x * math.sqrt(x.shape[-1]), x)
    return weighted_values(softmax(apply_mask(scores, causal_mask(x.shape[-2], x.device))), x)
