# mistake: A head's columns of W^O are used without turning them: x W instead of x Wᵀ, through einsum letters.
# after: einsum letters of a weight matrix
# tasks: 2.3
# line: multihead.py:40

# ===== multihead.py =====

class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        q, k, v = (split_heads(layer(x), self.n_heads) for layer in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        W = self.W_o.weight
        blocks = W.unflatten(0, (self.n_heads, -1))
        return torch.einsum("...hnk,hkd->...hnd", heads, blocks)
