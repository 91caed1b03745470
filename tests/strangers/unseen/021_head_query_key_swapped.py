# mistake: Keys are handed over as queries and queries as keys.
# after: arguments in the wrong order
# tasks: 1.6
# line: attention.py:367
# takes: simple_attention 2, attention_scores 3, causal_mask 2, apply_mask 3, softmax 2

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        keys, queries, values = (proj(x) for proj in (self.W_k, self.W_q, self.W_v))
        seen = causal_mask(x.shape[-2], device=x.device)
        output, _ = attend(keys, queries, values, seen)
        return output
