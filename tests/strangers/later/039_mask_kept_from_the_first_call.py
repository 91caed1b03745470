# mistake: The mask is made once, at the first call's length, and kept; a longer row later does not fit.
# after: nanoGPT's registered bias buffer, made lazily
# tasks: 2.2
# says: Call the layer with 3 tokens and then with 5: what size is the mask the second time?
# line: multihead.py:36, 37

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        n = x.shape[-2]
        if not hasattr(self, "bias"):
            self.bias = causal_mask(n, x.device)
        heads = [split_heads(proj(x), self.n_heads) for proj in (self.W_q, self.W_k, self.W_v)]
        z, _ = attend(*heads, mask=self.bias[:n, :n])
        return self.W_o(merge_heads(z))
