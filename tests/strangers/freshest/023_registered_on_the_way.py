# mistake: The mask is made in the first call and kept; a longer row in a later call gets a mask that is too small.
# tasks: 1.6
# line: attention.py:73, 74, 75

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x):
        n = x.shape[-2]
        if not hasattr(self, "tril"):
            self.tril = causal_mask(n, x.device)
        mask = self.tril[:n, :n]
        out, _ = attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)
        return out
