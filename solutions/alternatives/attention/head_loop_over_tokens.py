NAME = "head.loop_over_tokens"
SAYS = "One token at a time, over the slice it may see, so that no mask is needed."
MODULE = "attention"


class AttentionHead:
    def forward(self, x):
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        rows = []
        for i in range(x.shape[-2]):
            rows.append(attend(q[..., i : i + 1, :], k[..., : i + 1, :], v[..., : i + 1, :])[0])
        return torch.cat(rows, dim=-2)
