# mistake: A softmax turns the logits into probabilities.
# tasks: 4.2
# line: lm.py:35

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for i in range(len(self.blocks)):
            x = self.blocks[i](x)
        logits = self.unembed(self.final_norm(x))
        return F.softmax(logits, dim=-1)
