NAME = "contributions.even_shares"
SAYS = "The output is shared out evenly: every head gets the same."
HINT = "Do different heads write different things? All yours are equal."
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        share = self.forward(x) / self.n_heads
        return share.unsqueeze(-3).repeat_interleave(self.n_heads, dim=-3)
