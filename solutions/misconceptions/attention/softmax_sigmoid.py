NAME = "softmax.sigmoid"
SAYS = "Each score is squashed by itself, so the weights of a row do not share a total of 1."
HINT = "Add up a row. Does one weight fall when another score in its row rises?"
SECTION = "1.4"
LOSES = ["1.4"]
MODULE = "attention"


def softmax(scores):
    return torch.sigmoid(scores)
