# mistake: The mask is kept from a longer call and its last n rows are used with its first n columns, where nearly all is visible: after a long sequence a shorter one is not causal.
# after: GPT-2's bias[:, :, ns-nd:ns, :ns] slicing without the cache it was made for; facebookresearch/xformers pull 66
# tasks: 2.2
# line: multihead.py:35
# sentence: Causal in every head: changing token j changes no output before j.
# takes: split_heads 2, MultiHeadAttention.head_contributions 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        n = x.shape[-2]
        mask = getattr(self, "_mask", None)
        if mask is None or mask.shape[0] < n:
            mask = self._mask = causal_mask(n, device=x.device)
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, mask[-n:, :n])
        return self.W_o(merge_heads(heads))
