# mistake: The mask is made for the first dimension of x, which is the batch if there is one. It has to be made for the n tokens.
# tasks: 1.6
# line: attention.py:71, 72

# ===== attention.py =====


class AttentionHead(nn.Module):
    def forward(self, x):
        n_tokens = x.shape[0]
        mask = causal_mask(n_tokens, device=x.device)
        queries = self.W_q(x)
        keys = self.W_k(x)
        values = self.W_v(x)
        result, _ = attend(queries, keys, values, mask)
        return result
