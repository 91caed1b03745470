# Multiplies one-hot rows by the two tables.
# 4.1

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens):
        words = F.one_hot(tokens, self.token_embedding.num_embeddings).to(self.token_embedding.weight.dtype)
        places = torch.eye(tokens.shape[1], self.context_length, device=tokens.device)
        places = places.to(self.position_embedding.weight.dtype)
        return words @ self.token_embedding.weight + places @ self.position_embedding.weight
