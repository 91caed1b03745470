# the three matrices are laid on each other and used in one product
# 1.6

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        stacked = torch.cat([layer.weight for layer in (self.W_q, self.W_k, self.W_v)])
        q, k, v = torch.tensor_split(x @ stacked.mT, 3, dim=-1)
        return attend(q, k, v, causal_mask(x.shape[-2], x.device))[0]
