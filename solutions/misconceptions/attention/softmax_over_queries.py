NAME = "softmax.over_queries"
SAYS = "The softmax runs down the columns, over the queries, instead of along each row."
HINT = "Add up a row of your weights, then a column. Which of the two should be 1?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    exps = torch.exp(scores - scores.amax(dim=-2, keepdim=True))
    return exps / exps.sum(dim=-2, keepdim=True)
