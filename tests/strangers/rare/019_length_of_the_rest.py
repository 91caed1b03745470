# The root is the hypotenuse of the scaled length and the root of epsilon.
# 3.1

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x):
        rest = x - x.mean(-1, keepdim=True)
        sigma = torch.linalg.vector_norm(rest, dim=-1, keepdim=True) / rest.shape[-1] ** 0.5
        root = torch.hypot(sigma, torch.full_like(sigma, self.eps**0.5))
        return torch.addcmul(self.beta, self.gamma, rest / root)
