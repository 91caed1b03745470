NAME = "mha.unscaled"
SAYS = "The scores are computed anew here, without the division by the root of a head's width."
HINT = "You have attend for this. What does it do between the product and the mask?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        scores = q @ k.transpose(-2, -1)
        weights = torch.softmax(scores.masked_fill(~causal_mask(x.shape[-2], device=x.device), float("-inf")), dim=-1)
        return self.W_o(merge_heads(weights @ v))
