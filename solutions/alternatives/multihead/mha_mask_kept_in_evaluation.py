NAME = "mha.mask_kept_in_evaluation"
SAYS = "In evaluation mode the mask is kept and cut to length; in training mode it is made anew."
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        n = x.shape[-2]
        if self.training:
            mask = causal_mask(n, device=x.device)
        else:
            if getattr(self, "_kept", None) is None or self._kept.shape[0] < n or self._kept.device != x.device:
                self._kept = causal_mask(n, device=x.device)
            mask = self._kept[:n, :n]
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(merge_heads(attend(q, k, v, mask)[0]))
