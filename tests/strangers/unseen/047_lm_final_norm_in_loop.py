# mistake: The final norm stands inside the loop, so it is applied after every block.
# after: indentation: a line that belongs after the loop stands in it
# tasks: 4.2
# line: lm.py:127
# takes: TransformerLM.embed 2, next_token_loss 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        stream = self.embed(tokens)
        for block in self.blocks:
            stream = block(stream)
            stream = self.final_norm(stream)
        return self.unembed(stream)
