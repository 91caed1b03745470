# mistake: The head calls attend without the causal mask.
# after: facebookresearch/xformers#103 (causal mask skipped if no mask is passed)
# tasks: 1.6
# line: attention.py:57
# sentence: Causal: changing token j changes no output before j.
# takes: simple_attention 2, attention_scores 3, causal_mask 3, apply_mask 3, softmax 2, weighted_values 3

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        out, weights = attend(q, k, v)
        return out
