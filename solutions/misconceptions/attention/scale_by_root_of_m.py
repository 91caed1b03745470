NAME = "scale.by_root_of_m"
SAYS = "The scores are divided by the root of the number of keys, not of the width of a key."
HINT = "Which dimension of k does your scale read? More keys should not change the score of any one of them."
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return q @ k.transpose(-2, -1) / math.sqrt(k.shape[-2])
