# no mask: token i attends to a prefix that ends with itself
# 1.6

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = map(lambda layer: layer(x), (self.W_q, self.W_k, self.W_v))
        rows = (attend(q[..., i - 1 : i, :], k[..., :i, :], v[..., :i, :])[0] for i in range(1, x.shape[-2] + 1))
        return torch.cat(list(rows), dim=-2)
