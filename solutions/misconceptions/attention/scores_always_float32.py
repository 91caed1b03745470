NAME = "scores.always_float32"
SAYS = "The scores come out in float32 even when q and k are float64."
HINT = "Compare the dtype of your result with the dtype of q. Is anything cast?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return q.float() @ k.float().transpose(-2, -1) / math.sqrt(k.shape[-1])
