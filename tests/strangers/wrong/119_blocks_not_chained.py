# mistake: Every block reads the embeddings, so only the last block counts; right with one layer.
# after: simon-ging/coot-videotext#5, cyclomon/UNSB#29
# tasks: 4.2
# line: lm.py:31
# sentence: Every block, in order; then `self.final_norm`; then `self.unembed`.
# takes: next_token_loss 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for block in self.blocks:
            out = block(x)
        return self.unembed(self.final_norm(out))
