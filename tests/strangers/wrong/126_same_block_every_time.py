# mistake: The first block is applied n_layers times; the others are never used.
# after: espnet/espnet#1278
# tasks: 4.2
# line: lm.py:31
# sentence: Every block, in order; then `self.final_norm`; then `self.unembed`.
# takes: TransformerLM.embed 2, next_token_loss 3, generate 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        block = self.blocks[0]
        for _ in range(len(self.blocks)):
            x = block(x)
        x = self.final_norm(x)
        return self.unembed(x)
