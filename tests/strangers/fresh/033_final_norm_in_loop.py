# mistake: the final norm stands inside the loop and is applied after every block
# after: indentation slip, office hours
# tasks: 4.2
# line: lm.py:128
# takes: generate 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        stream = self.embed(tokens)
        for i in range(len(self.blocks)):
            stream = self.blocks[i](stream)
            stream = self.final_norm(stream)
        logits = self.unembed(stream)
        return logits
