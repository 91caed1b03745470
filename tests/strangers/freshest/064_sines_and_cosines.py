# mistake: Fixed sines and cosines stand in for the learned position_embedding, which is never used.
# tasks: 4.1
# line: lm.py:29, 30, 31, 32

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens):
        n = tokens.shape[-1]
        words = self.token_embedding(tokens)
        d = words.shape[-1]
        position = torch.arange(n, device=tokens.device, dtype=words.dtype).unsqueeze(1)
        even = torch.arange(0, d, 2, device=tokens.device, dtype=words.dtype)
        angle = position * torch.exp(even * (-9.210340371976184 / d))
        pe = torch.zeros(n, d, device=tokens.device, dtype=words.dtype)
        pe[:, 0::2] = torch.sin(angle)
        pe[:, 1::2] = torch.cos(angle)[:, : d // 2]
        return words + pe
