# functools.reduce runs the stack
# 4.2

# ===== lm.py =====
from functools import reduce

import torch
import torch.nn.functional as F
from block import LayerNorm, TransformerBlock
from torch import Tensor, nn


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        stream = reduce(lambda state, block: block(state), self.blocks, self.embed(tokens))
        return F.linear(self.final_norm(stream), self.unembed.weight)
