# mistake: `.data` cuts the gradient of W_o.
# tasks: 2.3
# line: multihead.py:49

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x):
        h = self.n_heads
        q = split_heads(self.W_q(x), h)
        k = split_heads(self.W_k(x), h)
        v = split_heads(self.W_v(x), h)
        z, _ = attend(q, k, v, causal_mask(x.shape[-2], x.device))
        W = self.W_o.weight.data
        W = W.view(W.shape[0], h, -1)
        return torch.einsum("...hnk,dhk->...hnd", z, W)
