# mistake: The causal mask is made but never handed to attend, so every token sees the future.
# after: an optional argument forgotten
# tasks: 1.6
# line: attention.py:369
# takes: simple_attention 2, attention_scores 3, causal_mask 2, apply_mask 3, softmax 2

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mask = causal_mask(x.shape[-2], device=x.device)
        Q = self.W_q(x)
        K = self.W_k(x)
        V = self.W_v(x)
        a, alpha = attend(Q, K, V)
        return a
