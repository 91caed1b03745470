NAME = "contributions.silenced_for_good"
SAYS = "To isolate one head, the columns of the others are set to 0 in W_o itself, and they stay 0."
HINT = (
    "Only the first entry is right. Print W_o.weight before and after the call: a look at the layer should not "
    "change it."
)
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        width = x.shape[-1] // self.n_heads
        each = []
        for c in range(self.n_heads):
            with torch.no_grad():
                self.W_o.weight[:, : c * width] = 0
                self.W_o.weight[:, (c + 1) * width :] = 0
            each.append(self.forward(x))
        return torch.stack(each, dim=-3)
