# mistake: The length is read from x.shape[1], which is d_model for one sequence (n, d_model).
# after: "B, T, C = x.shape" code
# tasks: 1.6
# says: For x of shape (n, d_model) alone, what is x.shape[1]? Count from the other end.
# line: attention.py:72

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mask = causal_mask(x.shape[1], x.device)
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)[0]
