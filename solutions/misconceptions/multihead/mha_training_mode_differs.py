NAME = "mha.training_mode_differs"
SAYS = "In training mode the layer gives other numbers than in evaluation mode."
HINT = (
    "Call layer.train() and layer.eval() and compare what it gives. Where does your code draw at random, or "
    "ask for the mode?"
)
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        out = self.W_o(merge_heads(heads))
        return torch.nn.functional.dropout(out, p=0.1, training=self.training)
