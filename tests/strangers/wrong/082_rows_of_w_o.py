# mistake: The rows of W^O are cut instead of its columns; right only for a symmetric W^O such as I.
# after: weight layout (out, in) of nn.Linear; TransformerLens weight-conversion issues
# tasks: 2.3
# line: multihead.py:45
# sentence: Each head's own contribution, in the order of the heads; their sum over the heads is `forward(x)`.
# takes: split_heads 3, merge_heads 2, MultiHeadAttention.forward 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        width = heads.shape[-1]
        out = []
        for c in range(self.n_heads):
            block = self.W_o.weight[c * width : (c + 1) * width, :]
            out.append(heads[..., c, :, :] @ block)
        return torch.stack(out, dim=-3)
