# mistake: The block's output is added to its input once more; a block already holds its residual connections, and X_l is just block_l(X_(l-1)).
# tasks: 4.2
# line: lm.py:33

# ===== lm.py =====


class TransformerLM(nn.Module):
    def forward(self, tokens):
        x = self.embed(tokens)
        for i in range(len(self.blocks)):
            update = self.blocks[i](x)
            x = x + update
        return self.unembed(self.final_norm(x))
