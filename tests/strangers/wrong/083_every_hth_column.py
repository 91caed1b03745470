# mistake: Head c meets every h-th column of W^O instead of its own contiguous chunk.
# after: interleaved against blocked head layout in checkpoint conversions
# tasks: 2.3
# line: multihead.py:37
# sentence: Each head's own contribution, in the order of the heads; their sum over the heads is `forward(x)`.
# takes: merge_heads 3

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        Q, K, V = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        A, _ = attend(Q, K, V, causal_mask(x.shape[-2], device=x.device))
        parts = [A[..., c, :, :] @ self.W_o.weight[:, c :: self.n_heads].T for c in range(self.n_heads)]
        return torch.stack(parts, dim=-3)
