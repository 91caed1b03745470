NAME = "scale.by_first_axis"
SAYS = "The scale reads the first dimension, which is the batch or the number of queries, not the width."
HINT = "Count the dimensions from the end: which one holds the features of a key?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return q @ k.transpose(-2, -1) / math.sqrt(q.shape[0])
