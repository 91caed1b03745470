# TransformerBlock as a loop over pairs of a norm and what reads it.

# ===== block.py =====


class TransformerBlock(nn.Module):

    def forward(self, x):
        for norm, part in ((self.norm_1, self.attention), (self.norm_2, self.ffn)):
            x = torch.add(part(norm(x)), x)
        return x
