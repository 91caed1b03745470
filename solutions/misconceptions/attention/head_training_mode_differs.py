NAME = "head.training_mode_differs"
SAYS = "In training mode the head gives other numbers than in evaluation mode."
HINT = (
    "Call head.train() and head.eval() and compare what it gives. Where does your code draw at random, or ask "
    "for the mode?"
)
SECTION = "1.6"
LOSES = ["1.6"]
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        out = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]
        return torch.nn.functional.dropout(out, 0.1, self.training)
