# mistake: attend is called without the causal mask.
# after: keras-team/keras#23038, facebookresearch/xformers#103
# tasks: 2.2
# line: multihead.py:31
# sentence: Causal in every head: changing token j changes no output before j.
# takes: split_heads 2, MultiHeadAttention.head_contributions 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        Q, K, V = [split_heads(linear(x), self.n_heads) for linear in (self.W_q, self.W_k, self.W_v)]
        A = attend(Q, K, V)[0]
        return self.W_o(merge_heads(A))
