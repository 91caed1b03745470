# mistake: torch's var divides by d − 1 unless told otherwise.
# after: harvardnlp/annotated-transformer pull 119 and #122, facebookresearch/stopes#25
# tasks: 3.1
# line: block.py:16
# sentence: The population variance (1/d, not 1/(d − 1)), and ε = `self.eps` inside the root.

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mean = x.mean(-1, keepdim=True)
        var = x.var(-1, keepdim=True)
        return self.gamma * (x - mean) / torch.sqrt(var + self.eps) + self.beta
