# mistake: The weights of the future are set to 0 after the softmax, and what is left no longer sums to 1.
# after: masking as a product, without a second normalisation
# tasks: 2.2
# line: multihead.py:35

# ===== multihead.py =====

class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        n = x.shape[-2]
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        logits = torch.einsum("...id,...jd->...ij", q, k) / q.shape[-1] ** 0.5
        alpha = torch.softmax(logits, dim=-1)
        alpha = alpha * causal_mask(n, device=x.device)
        mixed = torch.einsum("...ij,...jd->...id", alpha, v)
        return self.W_o(merge_heads(mixed))
