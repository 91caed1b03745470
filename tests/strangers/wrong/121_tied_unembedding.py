# mistake: The logits are read off with the token embedding (weight tying); self.unembed is never used.
# after: weight tying copied from GPT-2 / nanoGPT
# tasks: 4.2
# line: lm.py:33
# sentence: Every block, in order; then `self.final_norm`; then `self.unembed`.

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        h = self.final_norm(h)
        return h @ self.token_embedding.weight.T
