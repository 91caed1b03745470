# mistake: x.shape[0] is the number of tokens only without a batch; with a batch of 1 the 1 × 1 mask hides nothing, otherwise shapes clash.
# after: KasperGroesLudvigsen/influenza_transformer#9 (batch dimension taken for the sequence)
# tasks: 1.6
# line: attention.py:54
# sentence: Any leading dimensions.
# takes: simple_attention 3, causal_mask 2, weighted_values 2, attend 2, find_ones_weights 2

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        n = x.shape[0]
        mask = causal_mask(n, device=x.device)
        out, _ = attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)
        return out
