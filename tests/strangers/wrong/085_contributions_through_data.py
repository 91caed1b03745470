# mistake: W_o.weight.data has no graph, so W_o gets no gradient.
# after: old .data habits, pytorch forum
# tasks: 2.3
# line: multihead.py:42
# sentence: x is not changed; gradients flow back to it and to all four projections.
# takes: split_heads 3, merge_heads 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        h = self.n_heads
        heads, _ = attend(
            split_heads(self.W_q(x), h), split_heads(self.W_k(x), h), split_heads(self.W_v(x), h),
            causal_mask(x.shape[-2], device=x.device),
        )
        pieces = split_heads(self.W_o.weight.data, h)
        return heads @ pieces.mT
