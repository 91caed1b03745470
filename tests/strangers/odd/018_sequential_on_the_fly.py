# forward strings blocks, norm and unembedding into a Sequential.

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens):
        return nn.Sequential(*self.blocks, self.final_norm, self.unembed)(self.embed(tokens))
