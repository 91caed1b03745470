NAME = "simple.sees_future"
SAYS = "Every token mixes in the tokens after it too."
HINT = "The sum runs over j ≤ i. What should the first row be, when its token may see nothing but itself?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    return torch.softmax(x @ x.transpose(-2, -1), dim=-1) @ x
