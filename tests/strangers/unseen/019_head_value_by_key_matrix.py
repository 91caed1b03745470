# mistake: The values are made with the key projection.
# after: copy and paste: W_k left where W_v belongs
# tasks: 1.6
# line: attention.py:374
# takes: weighted_values 2, attend 2

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        n = x.size(-2)
        queries = self.W_q(x)
        keys = self.W_k(x)
        values = self.W_k(x)
        mask = causal_mask(n, x.device)
        out, _ = attend(queries, keys, values, mask)
        return out
