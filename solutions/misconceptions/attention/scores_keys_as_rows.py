NAME = "scores.keys_as_rows"
SAYS = "Rows and columns are swapped: key j stands in row j, where query i belongs."
HINT = "With 2 queries and 5 keys the result is (2, 5). Which shape is yours?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    return k @ q.transpose(-2, -1) / math.sqrt(k.shape[-1])
