# One product with the three matrices laid on top of each other.
# 1.6

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x):
        stacked = torch.cat([self.W_q.weight, self.W_k.weight, self.W_v.weight])
        q, k, v = (x @ stacked.T).chunk(3, dim=-1)
        mask = causal_mask(x.shape[-2], device=x.device)
        return attend(q, k, v, mask)[0]
