NAME = "simple.float32_buffer"
SAYS = "The result is collected in a new tensor with PyTorch's default dtype, float32, whatever the dtype of x."
HINT = (
    "Compare the dtype of your output with that of x when x is float64. Which tensor in your code is made "
    "without a dtype?"
)
SECTION = "1.1"
LOSES = ["1.1"]
MODULE = "attention"


def simple_attention(x):
    out = torch.zeros(x.shape)
    for i in range(x.shape[-2]):
        seen = x[..., : i + 1, :]
        alpha = torch.softmax((x[..., i : i + 1, :] * seen).sum(dim=-1), dim=-1)
        out[..., i, :] = (alpha.unsqueeze(-1) * seen).sum(dim=-2)
    return out
