# mistake: The final norm is left out before the unembedding.
# after: a step left out
# tasks: 4.2
# line: lm.py:126
# takes: TransformerLM.embed 3, next_token_loss 3

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        hidden = self.embed(tokens)
        for i in range(len(self.blocks)):
            hidden = self.blocks[i](hidden)
        return self.unembed(hidden)
