# mistake: the projections are unpacked in the order q, v, k so keys and values are swapped
# after: order of a comprehension, copy and paste
# tasks: 1.6
# line: attention.py:380
# takes: simple_attention 3, attention_scores 2, causal_mask 4, apply_mask 2, softmax 4, weighted_values 3, attend 3
# takes: find_ones_weights 2

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        projections = (self.W_q, self.W_v, self.W_k)
        q, k, v = [project(x) for project in projections]
        visible = causal_mask(x.size(-2), device=x.device)
        return attend(q, k, v, visible)[0]
