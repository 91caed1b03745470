NAME = "mha.dropout_left_on"
SAYS = "Weights are dropped at random, in evaluation too, which this task does not ask for."
HINT = "Call the layer twice with the same input. Should the results differ?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        weights = torch.softmax(scores.masked_fill(~causal_mask(x.shape[-2], device=x.device), float("-inf")), dim=-1)
        return self.W_o(merge_heads(torch.nn.functional.dropout(weights, p=0.1) @ v))
