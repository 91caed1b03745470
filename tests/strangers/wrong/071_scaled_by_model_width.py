# mistake: The scores of a head are divided by √d_model instead of √(d_model/h).
# after: lucidrains/vit-pytorch#65, omihub777/ViT-CIFAR pull 11, FareedKhan-dev/train-llm-from-scratch pull 3
# tasks: 2.2
# line: multihead.py:34
# sentence: Each head works on its own contiguous chunk of Q, K and V and scales by √(d/h), its own width.
# takes: merge_heads 3

# ===== multihead.py =====
import torch  # noqa: F401 (the examples use it, and so may you)
from attention import attend, causal_mask
from torch import Tensor, nn
from attention import apply_mask, softmax


class MultiHeadAttention(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        scores = q @ k.transpose(-2, -1) / x.shape[-1] ** 0.5
        scores = apply_mask(scores, causal_mask(x.shape[-2], device=x.device))
        heads = softmax(scores) @ v
        return self.W_o(merge_heads(heads))
