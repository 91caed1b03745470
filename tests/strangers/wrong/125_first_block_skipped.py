# mistake: The formula counts blocks from 1, the list from 0: the first block is skipped.
# after: off-by-one between mathematical and Python counting
# tasks: 4.2
# line: lm.py:30
# sentence: Every block, in order; then `self.final_norm`; then `self.unembed`.
# takes: next_token_loss 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        h = self.embed(tokens)
        for l in range(1, len(self.blocks)):
            h = self.blocks[l](h)
        return self.unembed(self.final_norm(h))
