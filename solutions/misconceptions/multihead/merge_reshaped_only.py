NAME = "merge.reshaped_only"
SAYS = "The heads are merged by a reshape alone, without moving them after the tokens first."
HINT = (
    "The first row of your result holds several tokens of one head. Which dimensions have to lie side by side before "
    "the reshape?"
)
SECTION = "2.1"
LOSES = ["2.1"]
MODULE = "multihead"


def merge_heads(x):
    *leading, h, n, w = x.shape
    return x.reshape(*leading, n, h * w)
