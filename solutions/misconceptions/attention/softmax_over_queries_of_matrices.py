NAME = "softmax.over_queries_of_matrices"
SAYS = "The columns of a matrix are normalised, over the queries; only a single row is treated as a row."
HINT = "Add up a row of your weights, then a column. Which of the two should be 1?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    axis = -2 if scores.dim() > 1 else -1
    exps = torch.exp(scores - scores.amax(dim=axis, keepdim=True))
    return exps / exps.sum(dim=axis, keepdim=True)
