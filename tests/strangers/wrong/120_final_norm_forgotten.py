# mistake: The final norm is left out.
# after: ttsugriy.github.io stage 6, 'Forgetting Final LayerNorm'
# tasks: 4.2
# line: lm.py:33
# sentence: Every block, in order; then `self.final_norm`; then `self.unembed`.
# takes: TransformerLM.embed 2, next_token_loss 3, generate 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.unembed(h)
