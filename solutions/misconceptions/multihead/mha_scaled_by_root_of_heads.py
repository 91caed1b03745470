NAME = "mha.scaled_by_root_of_heads"
SAYS = "The scores are divided by the root of the number of heads instead of the root of a head's width."
HINT = "How wide is a key of one head? Two heads of width 8 and eight of width 2 are not the same."
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        scores = q @ k.transpose(-2, -1) / self.n_heads**0.5
        weights = torch.softmax(scores.masked_fill(~causal_mask(x.shape[-2], device=x.device), float("-inf")), dim=-1)
        return self.W_o(merge_heads(weights @ v))
