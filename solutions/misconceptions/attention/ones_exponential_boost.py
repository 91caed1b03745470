NAME = "ones.exponential_boost"
SAYS = "The boost grows like e^length, which overflows for rows of a thousand bits."
HINT = (
    "The softmax takes an exponential already. How does the score have to grow, so that e^score grows like the length?"
)
SECTION = "1.7"
LOSES = ["1.7"]
MODULE = "attention"


def find_ones_weights(length):
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), 100.0 * math.exp(length) * torch.eye(2)
