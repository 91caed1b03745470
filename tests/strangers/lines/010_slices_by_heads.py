# mistake: A chunk starts at c times the number of heads instead of c times its width.
# after: two small integers with similar names
# tasks: 2.2
# line: multihead.py:34

# ===== multihead.py =====

class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        width = x.shape[-1] // self.n_heads
        queries, keys, values = self.W_q(x), self.W_k(x), self.W_v(x)
        mask = causal_mask(x.shape[-2], device=x.device)
        outputs = []
        for c in range(self.n_heads):
            start = c * self.n_heads
            part = slice(start, start + width)
            outputs.append(attend(queries[..., part], keys[..., part], values[..., part], mask)[0])
        return self.W_o(torch.cat(outputs, dim=-1))
