# mistake: reshapes W_o straight to (h, d, d/h), which mixes rows and columns
# after: reshape used where a permute is needed, bug reports
# tasks: 2.3
# line: multihead.py:213
# takes: split_heads 4, merge_heads 2, MultiHeadAttention.forward 2

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        h = self.n_heads
        d = x.shape[-1]
        mask = causal_mask(x.shape[-2], device=x.device)
        A, _ = attend(split_heads(self.W_q(x), h), split_heads(self.W_k(x), h), split_heads(self.W_v(x), h), mask)
        per_head = self.W_o.weight.reshape(h, d, d // h)
        return torch.einsum("...hnk,hdk->...hnd", A, per_head)
