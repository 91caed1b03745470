# mistake: Keys and queries change places in the call of attend. Token i has to score with its query against the keys.
# tasks: 1.6
# line: attention.py:74

# ===== attention.py =====


class AttentionHead(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        n = x.shape[-2]
        k, q, v = (project(x) for project in (self.W_k, self.W_q, self.W_v))
        mask = causal_mask(n, x.device)
        return attend(k, q, v, mask=mask)[0]
