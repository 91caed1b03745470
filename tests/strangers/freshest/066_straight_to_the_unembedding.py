# mistake: The final norm is left out.
# tasks: 4.2
# line: lm.py:34

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        from functools import reduce

        x = reduce(lambda stream, block: block(stream), self.blocks, self.embed(tokens))
        return self.unembed(x)
