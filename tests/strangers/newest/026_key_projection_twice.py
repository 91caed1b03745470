# mistake: The values are made by the matrix of the keys.
# tasks: 1.6
# line: attention.py:74

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x):
        q = self.W_q(x)
        k = self.W_k(x)
        v = self.W_k(x)
        return attend(q, k, v, causal_mask(x.shape[-2], x.device))[0]
