# mistake: The scores are divided by the root of the model's width instead of the head's.
# tasks: 2.2
# line: multihead.py:39

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x):
        n, d_model = x.shape[-2:]
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        scores = q @ k.transpose(-2, -1) / d_model ** 0.5
        scores = scores.masked_fill(~causal_mask(n, x.device), float("-inf"))
        att = torch.softmax(scores, dim=-1)
        return self.W_o(merge_heads(att @ v))
