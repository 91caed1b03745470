NAME = "mha.leaking_mask"
SAYS = "The future gets a modest negative score here, which leaks where visible scores are low."
HINT = (
    "You have attend for this. Give the first token a score of −500 for itself, and see how much of the future "
    "it takes in."
)
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        scores = scores.masked_fill(~causal_mask(x.shape[-2], device=x.device), -100.0)
        return self.W_o(merge_heads(torch.softmax(scores, dim=-1) @ v))
