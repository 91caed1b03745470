# mistake: The logits are made with the token embedding. The task asks for self.unembed, which has a weight of its own.
# tasks: 4.2
# line: lm.py:34, 35

# ===== lm.py =====


class TransformerLM(nn.Module):
    def forward(self, tokens):
        stream = self.embed(tokens)
        for block in self.blocks:
            stream = block(stream)
        stream = self.final_norm(stream)
        vocabulary = self.token_embedding.weight
        return torch.einsum("bnd,vd->bnv", stream, vocabulary)
