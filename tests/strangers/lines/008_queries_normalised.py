# mistake: Queries are brought to length 1 first, as for cosine similarity.
# after: cosine attention of ViT variants
# tasks: 1.6
# line: attention.py:53

# ===== attention.py =====

class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mask = causal_mask(x.shape[-2], device=x.device)
        q = x @ self.W_q.weight.T
        k = x @ self.W_k.weight.T
        v = x @ self.W_v.weight.T
        q = q / q.norm(dim=-1, keepdim=True)
        head, _ = attend(q, k, v, mask)
        return head
