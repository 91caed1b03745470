# mistake: `x -= mean` centres the caller's tensor in place.
# after: callummcdougall/ARENA_3.0 pull 225, vllm pull 24500 review
# tasks: 3.1
# line: block.py:15
# sentence: x is not changed; gradients flow back to it, to γ and to β.
# takes: FeedForward.forward 2, TransformerBlock.forward 2

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        x -= x.mean(dim=-1, keepdim=True)
        var = x.pow(2).mean(dim=-1, keepdim=True)
        return x / torch.sqrt(var + self.eps) * self.gamma + self.beta
