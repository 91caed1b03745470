# mistake: Heads and tokens are not swapped, so within each token the heads attend to one another and no token sees another.
# after: heykeetae/Self-Attention-GAN#11, IBM/TabFormer pull 14 (attention over the wrong dimension)
# tasks: 2.2
# line: multihead.py:33
# sentence: Each head works on its own contiguous chunk of Q, K and V and scales by √(d/h), its own width.
# takes: split_heads 3, merge_heads 2, MultiHeadAttention.head_contributions 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        h = self.n_heads
        q = self.W_q(x).unflatten(-1, (h, -1))
        k = self.W_k(x).unflatten(-1, (h, -1))
        v = self.W_v(x).unflatten(-1, (h, -1))
        out, _ = attend(q, k, v, causal_mask(h, device=x.device))
        return self.W_o(out.flatten(-2))
