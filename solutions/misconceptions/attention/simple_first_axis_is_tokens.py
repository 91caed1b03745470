NAME = "simple.first_axis_is_tokens"
SAYS = "The first dimension is taken for the tokens, which is right only without leading dimensions."
HINT = (
    "Try an x of shape (2, 5, 3): two sequences of five tokens. Which dimension does your loop run over, "
    "counted from the end?"
)
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    rows = []
    for i in range(x.shape[0]):
        scores = torch.stack([(x[i] * x[j]).sum() for j in range(i + 1)])
        alpha = torch.softmax(scores, dim=0)
        rows.append(sum(alpha[j] * x[j] for j in range(i + 1)))
    return torch.stack(rows)
