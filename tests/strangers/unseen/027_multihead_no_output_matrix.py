# mistake: The merged heads are returned without W_o.
# after: the last step left out
# tasks: 2.2
# line: multihead.py:168

# ===== multihead.py =====


def _project(linear: nn.Linear, x: Tensor, n_heads: int) -> Tensor:
    return split_heads(linear(x), n_heads)


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = [_project(proj, x, self.n_heads) for proj in (self.W_q, self.W_k, self.W_v)]
        mask = causal_mask(x.shape[-2], device=x.device)
        per_head, _ = attend(q, k, v, mask)
        merged = merge_heads(per_head)
        return merged
