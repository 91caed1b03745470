# mistake: The logits are read off with the token embedding's weight (weight tying); self.unembed is not used.
# after: nanoGPT's weight tying
# tasks: 4.2
# says: Which of the model's parts does your forward never touch?
# line: lm.py:35

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x)
        x = self.final_norm(x)
        return x @ self.token_embedding.weight.T
