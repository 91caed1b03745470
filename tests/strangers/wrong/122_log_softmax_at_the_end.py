# mistake: Log-probabilities are returned instead of logits. Training does not notice, as cross-entropy of log-probabilities is the same.
# after: bhanML/Co-teaching#4, speedinghzl/Pytorch-Deeplab#2 (log_softmax before cross_entropy)
# tasks: 4.2
# line: lm.py:34
# sentence: Every block, in order; then `self.final_norm`; then `self.unembed`.
# takes: TransformerLM.embed 2, next_token_loss 2, generate 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x)
        logits = self.unembed(self.final_norm(x))
        return F.log_softmax(logits, dim=-1)
