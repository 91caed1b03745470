NAME = "softmax.always_float32"
SAYS = "The weights come out in float32 even when the scores are float64."
HINT = "Compare the dtype of the result with that of the scores. Is anything cast?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp((scores - scores.amax(dim=-1, keepdim=True)).float())
    return exps / exps.sum(dim=-1, keepdim=True)
