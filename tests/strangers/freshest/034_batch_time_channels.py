# mistake: The shape is unpacked into exactly three dimensions, so a single sequence or two leading dimensions fail.
# tasks: 2.2
# line: multihead.py:35

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x):
        B, T, C = x.size()
        q = self.W_q(x).view(B, T, self.n_heads, C // self.n_heads).transpose(1, 2)
        k = self.W_k(x).view(B, T, self.n_heads, C // self.n_heads).transpose(1, 2)
        v = self.W_v(x).view(B, T, self.n_heads, C // self.n_heads).transpose(1, 2)
        y, _ = attend(q, k, v, causal_mask(T, x.device))
        y = y.transpose(1, 2).contiguous().view(B, T, C)
        return self.W_o(y)
