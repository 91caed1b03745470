NAME = "scores.root_as_tensor"
SAYS = "The root is taken of a float32 tensor, as many tutorials do."
MODULE = "attention"


def attention_scores(q, k):
    return q @ k.transpose(-2, -1) / torch.sqrt(torch.tensor(k.shape[-1]))
