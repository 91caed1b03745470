# mistake: The keys are made with W_q instead of W_k (copied line), so W_k takes no part; K is X(W^K) transposed.
# tasks: 1.6
# line: attention.py:72

# ===== attention.py =====


class AttentionHead(nn.Module):
    def forward(self, x):
        queries = self.W_q(x)
        keys = self.W_q(x)
        values = self.W_v(x)
        mask = causal_mask(x.shape[-2], x.device)
        output, _ = attend(queries, keys, values, mask)
        return output
