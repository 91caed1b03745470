# mistake: Every head takes its values from the first chunk of V. Head c has to work on chunk c of Q, K and V.
# tasks: 2.2
# line: multihead.py:45

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        n, d = x.shape[-2], x.shape[-1]
        width = d // self.n_heads
        mask = causal_mask(n, x.device)
        Q = self.W_q(x)
        K = self.W_k(x)
        V = self.W_v(x)
        found = []
        for c in range(self.n_heads):
            low, high = c * width, (c + 1) * width
            q_c = Q[..., low:high]
            k_c = K[..., low:high]
            v_c = V[..., :width]
            z_c, _ = attend(q_c, k_c, v_c, mask)
            found.append(z_c)
        return self.W_o(torch.cat(found, dim=-1))
