# mistake: X.size(1) is the number of tokens for exactly one leading dimension only.
# tasks: 1.6
# line: attention.py:72

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        T = x.size(1)
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        out, _ = attend(q, k, v, causal_mask(T, device=x.device))
        return out
