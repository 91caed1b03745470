NAME = "ones.w_q_as_printed"
SAYS = "W^Q is the slide's [[0, 1], [0, 1]], with which a 0 asks for nothing; x Wᵀ needs it the other way round."
HINT = (
    "Multiply one row of E by your (W^Q)ᵀ, for a 0 and for a 1. Both should ask for a 1. See the errata in the handout."
)
SECTION = "1.7"
LOSES = ["1.7"]
MODULE = "attention"


def find_ones_weights(length):
    W_k = math.sqrt(2) * math.log(10_000 * length) * torch.eye(2)
    return torch.tensor([[0.0, 1.0], [0.0, 1.0]]), W_k
