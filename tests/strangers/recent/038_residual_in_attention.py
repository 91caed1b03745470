# mistake: The input is added to the output; the residual connection belongs to the block, and the layer's output is only what W_o writes.
# tasks: 2.2
# line: multihead.py:39

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def forward(self, x):
        h = self.n_heads
        Q, K, V = [split_heads(W(x), h) for W in (self.W_q, self.W_k, self.W_v)]
        Z = attend(Q, K, V, causal_mask(x.size(-2), device=x.device))[0]
        concatenated = merge_heads(Z)
        output = self.W_o(concatenated)
        return x + output
