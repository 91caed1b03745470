# mistake: adds x to the output, although the residual belongs to the block
# after: habit from layers that hold their own skip connection
# tasks: 2.2
# line: multihead.py:168
# takes: split_heads 4, merge_heads 2, MultiHeadAttention.head_contributions 4

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        Q, K, V = self.W_q(x), self.W_k(x), self.W_v(x)
        n, d = x.shape[-2:]
        width = d // self.n_heads
        mask = causal_mask(n, device=x.device)
        found = []
        for c in range(self.n_heads):
            part = slice(c * width, (c + 1) * width)
            found.append(attend(Q[..., part], K[..., part], V[..., part], mask)[0])
        return x + self.W_o(torch.cat(found, dim=-1))
