NAME = "values.weights_detached"
SAYS = "No gradient flows back to the weights, so the scores behind them could never learn."
HINT = "Which of the two factors is cut off from the gradient?"
SECTION = "1.5"
LOSES = ["1.5"]
MODULE = "attention"


def weighted_values(weights, v):
    return weights.detach() @ v
