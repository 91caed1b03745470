# mistake: x W instead of x Wᵀ: nn.Linear keeps its weight as (out, in); only with d_head = d_model does it run at all.
# after: forum question 'why is nn.Linear's weight transposed', formulas written XW^Q
# tasks: 1.6
# line: attention.py:56
# sentence: The projections are `self.W_q`, `self.W_k` and `self.W_v`.
# takes: simple_attention 2, attention_scores 3, causal_mask 3, apply_mask 3, weighted_values 3, attend 2
# takes: find_ones_weights 2

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        Q = x @ self.W_q.weight
        K = x @ self.W_k.weight
        V = x @ self.W_v.weight
        A, _ = attend(Q, K, V, causal_mask(x.shape[-2], device=x.device))
        return A
