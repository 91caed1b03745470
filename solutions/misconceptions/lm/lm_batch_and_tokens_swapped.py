NAME = "lm.batch_and_tokens_swapped"
SAYS = "Batch and tokens change places before the blocks, which then attend across the rows of the batch."
HINT = "Which dimension do your blocks take for the tokens, and what stands there?"
SECTION = "4.2"
LOSES = ["4.2"]
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        stream = self.embed(tokens).transpose(0, 1)
        for block in self.blocks:
            stream = block(stream)
        return self.unembed(self.final_norm(stream.transpose(0, 1)))
