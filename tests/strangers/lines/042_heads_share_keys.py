# mistake: All heads use the keys of head 0, as in multi-query attention.
# after: MQA read into MHA
# tasks: 2.2
# line: multihead.py:30

# ===== multihead.py =====

class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (split_heads(f(x), self.n_heads) for f in (self.W_q, self.W_k, self.W_v))
        k = k[..., :1, :, :].expand_as(k)
        m = causal_mask(x.shape[-2], device=x.device)
        o = attend(q, k, v, m)[0]
        o = merge_heads(o)
        return self.W_o(o)
