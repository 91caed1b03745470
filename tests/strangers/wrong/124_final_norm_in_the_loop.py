# mistake: The final norm is applied after every block, which normalises the stream between them; right with one layer.
# after: indentation slip
# tasks: 4.2
# line: lm.py:32
# sentence: Every block, in order; then `self.final_norm`; then `self.unembed`.
# takes: TransformerLM.embed 2, generate 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for block in self.blocks:
            x = self.final_norm(block(x))
        return self.unembed(x)
