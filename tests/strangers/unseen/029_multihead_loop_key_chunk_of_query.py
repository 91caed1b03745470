# mistake: In the loop over the heads the key chunk is cut from q.
# after: copy and paste in the body of a loop
# tasks: 2.2
# line: multihead.py:166
# takes: split_heads 3, merge_heads 3, MultiHeadAttention.head_contributions 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        mask = causal_mask(x.shape[-2], x.device)
        size = x.shape[-1] // self.n_heads
        outs = []
        for c in range(self.n_heads):
            lo, hi = c * size, (c + 1) * size
            q_c = q[..., lo:hi]
            k_c = q[..., lo:hi]
            v_c = v[..., lo:hi]
            out_c, _ = attend(q_c, k_c, v_c, mask)
            outs.append(out_c)
        return self.W_o(torch.cat(outs, dim=-1))
