# mistake: The keys are made without gradients, so W_k is never trained.
# after: momentum/key-encoder code (MoCo) misread: keys under no_grad
# tasks: 2.2
# line: multihead.py:30
# sentence: x is not changed; gradients flow back to it and to all four projections.
# takes: split_heads 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        with torch.no_grad():  # only a lookup
            k = split_heads(self.W_k(x), self.n_heads)
        q = split_heads(self.W_q(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        heads = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]
        return self.W_o(merge_heads(heads))
