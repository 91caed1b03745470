NAME = "attend.output_only"
SAYS = "Only the output is returned; the task asks for the pair (output, weights)."
HINT = "What does the stub say under Returns?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    return weighted_values(softmax(scores), v)
