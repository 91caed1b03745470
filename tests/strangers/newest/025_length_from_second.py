# mistake: The number of tokens is read from dimension 1, which holds the width when there is no batch.
# tasks: 1.6
# line: attention.py:72

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x):
        T = x.size(1)
        mask = causal_mask(T, device=x.device)
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        out, _ = attend(q, k, v, mask)
        return out
