# mistake: The batch is moved behind the tokens as for nn.Transformer, but these blocks want tokens second to last: they attend across the batch.
# after: IBM/TabFormer pull 14, aipixel/AEMatter#3 (batch_first mixed up)
# tasks: 4.2
# line: lm.py:29
# sentence: n = 1 and n = context_length work; rows of the batch do not touch each other.

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        h = self.embed(tokens).transpose(0, 1)  # (n, B, d): sequence first
        for block in self.blocks:
            h = block(h)
        h = h.transpose(0, 1)
        return self.unembed(self.final_norm(h))
