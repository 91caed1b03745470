# attend as a chain of nested calls; the head projects once with three stacked matrices.

# ===== attention.py =====


def attend(q, k, v, mask=None):
    hide = (lambda s: s) if mask is None else (lambda s: apply_mask(s, mask))
    return (weighted_values(alpha := softmax(hide(attention_scores(q, k))), v), alpha)


class AttentionHead(nn.Module):

    def forward(self, x):
        stacked = torch.cat([layer.weight for layer in (self.W_q, self.W_k, self.W_v)])
        q, k, v = nn.functional.linear(x, stacked).chunk(3, dim=-1)
        output, *_ = attend(q=q, k=k, v=v, mask=causal_mask(x.size(-2), device=x.device))
        return output
