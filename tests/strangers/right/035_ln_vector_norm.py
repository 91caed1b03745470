# Geometer: centre, then divide by the length of the centred vector
# 3.1 3.2
# ambiguous: "Not allowed: library norms (`nn.LayerNorm`, `F.layer_norm` and their relatives)": torch.linalg.vector_norm is a norm of another kind (the length of a vector)

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        d = x.shape[-1]
        centred = x - x.mean(dim=-1, keepdim=True)
        length = torch.linalg.vector_norm(centred, dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt(length**2 / d + self.eps) + self.beta


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        h = self.W_1(x)
        return self.W_2(0.5 * (h + h.abs()))
