# mistake: The values are made with W_k, and W_v takes no part. The values have to be X(W^V)ᵀ.
# tasks: 1.6
# line: attention.py:74

# ===== attention.py =====


class AttentionHead(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        # 1. project
        q = x @ self.W_q.weight.T
        k = x @ self.W_k.weight.T
        v = x @ self.W_k.weight.T
        # 2. mask
        mask = causal_mask(x.size(-2), device=x.device)
        # 3. attend
        out, weights = attend(q, k, v, mask)
        return out
