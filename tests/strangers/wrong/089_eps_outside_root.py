# mistake: ε is added to the standard deviation instead of to the variance under the root.
# after: tracel-ai/burn#2185, hkproj/pytorch-transformer pull 31, codertimo/BERT-pytorch#30
# tasks: 3.1
# line: block.py:17
# sentence: The population variance (1/d, not 1/(d − 1)), and ε = `self.eps` inside the root.
# takes: FeedForward.forward 2, TransformerBlock.forward 2

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mu = x.mean(dim=-1, keepdim=True)
        sigma = x.std(dim=-1, keepdim=True, unbiased=False)
        return self.gamma * (x - mu) / (sigma + self.eps) + self.beta
