NAME = "contributions.training_mode_differs"
SAYS = "In training mode the contributions differ from those in evaluation mode."
HINT = "Call layer.train() and layer.eval() and compare. Where does your code draw at random, or ask for the mode?"
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        out = heads @ split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1)
        return torch.nn.functional.dropout(out, 0.1, self.training)
