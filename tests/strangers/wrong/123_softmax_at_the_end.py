# mistake: Probabilities are returned instead of logits.
# after: bowang-lab/Transformer-GCN-QA pull 32, jaehong31/CGES#1 (softmax in the model, then again in the loss)
# tasks: 4.2
# line: lm.py:32
# sentence: Every block, in order; then `self.final_norm`; then `self.unembed`.
# takes: next_token_loss 3

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        h = self.embed(tokens)
        for blk in self.blocks:
            h = blk(h)
        return torch.softmax(self.unembed(self.final_norm(h)), dim=-1)
