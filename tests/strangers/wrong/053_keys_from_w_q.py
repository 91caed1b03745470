# mistake: Copy and paste: the keys are made with W_q, and W_k is never used.
# after: copy-paste slips in code review
# tasks: 1.6
# line: attention.py:57
# sentence: The projections are `self.W_q`, `self.W_k` and `self.W_v`.
# takes: attention_scores 2, apply_mask 2, softmax 2

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        query = self.W_q(x)
        key = self.W_q(x)
        value = self.W_v(x)
        mask = causal_mask(x.shape[-2], x.device)
        return attend(query, key, value, mask)[0]
