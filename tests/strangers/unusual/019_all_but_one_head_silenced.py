# the heads are spread over a diagonal, and W_o runs once over all of them
# 2.3

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        h = self.n_heads
        z, _ = attend(
            *(split_heads(layer(x), h) for layer in (self.W_q, self.W_k, self.W_v)), causal_mask(x.shape[-2], x.device)
        )
        chosen = torch.eye(h, dtype=z.dtype, device=z.device).reshape(h, h, 1, 1)
        return self.W_o(merge_heads(chosen * z.unsqueeze(-4)))
