NAME = "ones.asks_for_its_own_kind"
SAYS = "Every token asks for its own bit, so zeros find zeros."
HINT = "Work out E(W^Q)ᵀ by hand: what does a token that is a 0 ask for?"
SECTION = "1.7"
LOSES = ["1.7"]
MODULE = "attention"


def find_ones_weights(length):
    return torch.eye(2), math.sqrt(2) * math.log(10_000 * length) * torch.eye(2)
