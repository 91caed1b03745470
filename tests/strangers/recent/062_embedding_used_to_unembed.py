# mistake: The logits are made with the token embedding's weight; the task asks for the unembedding's own weight, self.unembed.
# tasks: 4.2
# line: lm.py:35, 36

# ===== lm.py =====


class TransformerLM(nn.Module):
    def forward(self, tokens):
        stream = self.embed(tokens)
        for block in self.blocks:
            stream = block(stream)
        stream = self.final_norm(stream)
        # similarity of the stream with each word
        words = self.token_embedding.weight
        return torch.einsum("bnd,vd->bnv", stream, words)
