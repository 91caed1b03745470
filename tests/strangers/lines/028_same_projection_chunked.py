# mistake: Queries and keys are both read from W_q in a fused projection built by hand.
# after: fused qkv with a wrong concatenation
# tasks: 2.2
# line: multihead.py:29

# ===== multihead.py =====

class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        fused = torch.cat([self.W_q.weight, self.W_q.weight, self.W_v.weight], dim=0)
        qkv = x @ fused.transpose(0, 1)
        q, k, v = qkv.chunk(3, dim=-1)
        q, k, v = (split_heads(part, self.n_heads) for part in (q, k, v))
        out, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(merge_heads(out))
