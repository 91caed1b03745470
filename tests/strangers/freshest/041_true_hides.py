# mistake: The mask is True where a key is hidden, as in PyTorch's layer; attend takes True for visible.
# tasks: 2.2
# line: multihead.py:36, 38

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def forward(self, x):
        n = x.shape[-2]
        future = torch.triu(torch.ones(n, n, device=x.device), diagonal=1).bool()
        q, k, v = map(lambda p: split_heads(p(x), self.n_heads), (self.W_q, self.W_k, self.W_v))
        z, _ = attend(q, k, v, mask=future)
        return self.W_o(merge_heads(z))
