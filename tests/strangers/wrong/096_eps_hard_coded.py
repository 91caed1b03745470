# mistake: ε is the number 1e-12 instead of self.eps.
# after: keras-team/keras-hub#728, THUDM/SwissArmyTransformer pull 40 (wrong epsilon)
# tasks: 3.1
# line: block.py:16
# sentence: The population variance (1/d, not 1/(d − 1)), and ε = `self.eps` inside the root.

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mean, var = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, unbiased=False)
        return (x - mean) * torch.rsqrt(var + 1e-12) * self.gamma + self.beta
