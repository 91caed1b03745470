NAME = "softmax.largest_magnitude"
SAYS = "The largest magnitude is subtracted instead of the largest score, so very negative rows vanish."
HINT = "Take a row near −1000: which number do you subtract, and where does that put its scores?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores - scores.abs().amax(dim=-1, keepdim=True))
    return exps / exps.sum(dim=-1, keepdim=True)
