# One-hot and hand-written log-sum-exp with max subtraction
# 4.1 4.3

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        tok = F.embedding(tokens, self.token_embedding.weight)
        pos = F.embedding(torch.arange(n, device=tokens.device), self.position_embedding.weight)
        return tok + pos


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    z = logits[:, :-1]
    target = F.one_hot(tokens[:, 1:], num_classes=z.shape[-1]).to(z.dtype)
    m = z.max(dim=-1, keepdim=True).values.detach()
    log_z = torch.log(torch.exp(z - m).sum(dim=-1)) + m.squeeze(-1)
    return (log_z - (z * target).sum(dim=-1)).mean()
