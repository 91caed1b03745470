# mistake: len(x) is the first dimension: with a batch it is the number of sequences, not of tokens.
# tasks: 1.6
# line: attention.py:72

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x):
        mask = causal_mask(len(x), x.device)
        output, weights = attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)
        return output
