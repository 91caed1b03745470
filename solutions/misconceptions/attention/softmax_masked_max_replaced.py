NAME = "softmax.masked_max_replaced"
SAYS = "Where a score is −∞, a number put in its place counts as the largest of the row, so low visible scores vanish."
HINT = "Take a row with −1000, −1001 and −∞. Which number do you subtract from each score?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    visible = scores.masked_fill(scores == -math.inf, 0.0)
    exps = torch.exp(scores - visible.amax(dim=-1, keepdim=True).detach())
    return exps / exps.sum(dim=-1, keepdim=True)
