NAME = "simple.mask_after_softmax"
SAYS = "The future is cut away after the softmax, so the weights that are left do not sum to 1."
HINT = "Add up the weights of the first token: it sees only itself, so what should its weight be?"
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    return torch.softmax(x @ x.transpose(-2, -1), dim=-1).tril() @ x
