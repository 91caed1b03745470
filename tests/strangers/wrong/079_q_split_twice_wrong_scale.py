# mistake: q is scaled before attend, which scales by √(d/h) itself: the scores are divided by d/h.
# after: nn.MultiheadAttention's own q scaling, copied beside a function that scales too (cf. huggingface/diffusers#929)
# tasks: 2.2
# line: multihead.py:35
# sentence: Each head works on its own contiguous chunk of Q, K and V and scales by √(d/h), its own width.
# takes: split_heads 3, merge_heads 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        q = q * q.shape[-1] ** -0.5
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(merge_heads(heads))
