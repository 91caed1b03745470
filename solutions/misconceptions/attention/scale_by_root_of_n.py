NAME = "scale.by_root_of_n"
SAYS = "The scores are divided by the root of the number of queries, not of the width of a key."
HINT = (
    "Which dimension of q does your scale read? Try q with 2 rows and with 7: the same query against the same "
    "key should score the same."
)
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return q @ k.transpose(-2, -1) / math.sqrt(q.shape[-2])
