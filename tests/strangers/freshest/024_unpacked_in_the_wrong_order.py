# mistake: Queries and keys change places: the first projection that is unpacked into q is W_k.
# tasks: 1.6
# line: attention.py:72

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (project(x) for project in (self.W_k, self.W_q, self.W_v))
        mask = causal_mask(x.shape[-2], device=x.device)
        return attend(q, k, v, mask)[0]
