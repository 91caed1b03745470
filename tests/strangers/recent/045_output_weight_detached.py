# mistake: The weight of W_o is taken without its graph, so it gets no gradient from the contributions; gradients must be right for every weight that takes part.
# tasks: 2.3
# line: multihead.py:46

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):
    def head_contributions(self, x):
        split = lambda layer: split_heads(layer(x), self.n_heads)
        z, _ = attend(split(self.W_q), split(self.W_k), split(self.W_v), causal_mask(x.shape[-2], x.device))
        d = x.shape[-1]
        W = self.W_o.weight.data
        W = W.view(d, self.n_heads, d // self.n_heads)
        return torch.einsum("...hnw,dhw->...hnd", z, W)
