# mistake: The other heads' columns of W_o are set to 0 in the layer itself, and stay 0.
# tasks: 2.3
# line: multihead.py:50

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x):
        d = x.shape[-1]
        width = d // self.n_heads
        written = []
        for c in range(self.n_heads):
            others = [j for j in range(d) if j // width != c]
            with torch.no_grad():
                self.W_o.weight[:, others] = 0.0
            written.append(self.forward(x))
        return torch.stack(written, dim=-3)
