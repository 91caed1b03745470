# mistake: β is added before γ multiplies, so β is scaled too; unseen while β = 0.
# after: misplaced parenthesis, found in reviews of fused-norm kernels
# tasks: 3.1
# line: block.py:17
# sentence: γ = `self.gamma` multiplies, β = `self.beta` is added, feature by feature.
# takes: FeedForward.forward 2, TransformerBlock.forward 2

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        centred = x - x.mean(-1, keepdim=True)
        normed = centred / torch.sqrt(centred.square().mean(-1, keepdim=True) + self.eps)
        return self.gamma * (normed + self.beta)
