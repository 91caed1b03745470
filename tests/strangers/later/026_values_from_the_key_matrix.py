# mistake: The values are projected with W_k instead of W_v (copy and paste).
# after: copy-paste slip
# tasks: 1.6
# says: One of the three matrices never takes part: which one gets no gradient?
# line: attention.py:74

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        queries = self.W_q(x)
        keys = self.W_k(x)
        values = self.W_k(x)
        output, _ = attend(queries, keys, values, causal_mask(x.shape[-2], x.device))
        return output
