NAME = "attend.dropout_of_a_tenth"
SAYS = "Weights are dropped at random, which this task does not ask for."
HINT = "Call it twice with the same input. Should the results differ?"
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


def attend(q, k, v, mask=None):
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = torch.nn.functional.dropout(softmax(scores), p=0.1)
    return weighted_values(weights, v), weights
