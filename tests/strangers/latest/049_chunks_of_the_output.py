# mistake: The chunks are cut from the output after W_o, where the heads are mixed already.
# tasks: 2.3
# line: multihead.py:44, 49

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        y = self(x)
        w = y.shape[-1] // self.n_heads
        out = []
        for c in range(self.n_heads):
            part = torch.zeros_like(y)
            part[..., c * w : (c + 1) * w] = y[..., c * w : (c + 1) * w]
            out.append(part)
        return torch.stack(out, dim=-3)
