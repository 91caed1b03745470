# CS231n student: loops over heads with slices, reshape with explicit N
# 2.1 2.2 2.3

# ===== multihead.py =====


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    S = x.shape[-2]
    N = x.shape[:-2]
    out = x.new_empty(*N, n_heads, S, d // n_heads)
    w = d // n_heads
    for h in range(n_heads):
        out[..., h, :, :] = x[..., h * w:(h + 1) * w]
    return out


def merge_heads(x: Tensor) -> Tensor:
    H, S, w = x.shape[-3:]
    out = x.new_zeros(*x.shape[:-3], S, H * w)
    for h in range(H):
        out[..., h * w:(h + 1) * w] = x[..., h, :, :]
    return out


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        H = self.n_heads
        query, key, value = self.W_q(x), self.W_k(x), self.W_v(x)
        ############ START OF YOUR CODE ############
        query, key, value = split_heads(query, H), split_heads(key, H), split_heads(value, H)
        Y, _ = attend(query, key, value, causal_mask(x.shape[-2], x.device))
        output = self.W_o(merge_heads(Y))
        ############ END OF YOUR CODE ############
        return output

    def head_contributions(self, x: Tensor) -> Tensor:
        H = self.n_heads
        query, key, value = (split_heads(W(x), H) for W in (self.W_q, self.W_k, self.W_v))
        Y, _ = attend(query, key, value, causal_mask(x.shape[-2], x.device))
        D = x.shape[-1]
        out = x.new_zeros(*x.shape[:-2], H, x.shape[-2], D)
        for h in range(H):
            out[..., h, :, :] = Y[..., h, :, :] @ self.W_o.weight[:, h * (D // H):(h + 1) * (D // H)].T
        return out
