# mistake: The heads are collected in a float32 buffer, whatever the dtype of x: in float64 W_o then meets the wrong dtype and raises.
# after: torch.zeros without dtype, forum threads 'expected scalar type Double but found Float'
# tasks: 2.2
# line: multihead.py:33
# sentence: Float32 and float64; the output has the dtype and is on the device of x.
# takes: merge_heads 3

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        width = x.shape[-1] // self.n_heads
        mask = causal_mask(x.shape[-2], device=x.device)
        together = torch.zeros(x.shape, device=x.device)
        for c in range(self.n_heads):
            part = slice(c * width, (c + 1) * width)
            together[..., part], _ = attend(q[..., part], k[..., part], v[..., part], mask)
        return self.W_o(together)
