# mistake: The mask of the first call is kept and cut for later ones; a longer row later does not fit it.
# tasks: 1.6
# line: attention.py:73, 75

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        n = x.shape[-2]
        if not hasattr(self, "mask"):
            self.mask = causal_mask(n, x.device)
        mask = self.mask[:n, :n]
        out, weights = attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)
        return out
