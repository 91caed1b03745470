# NumPy indexing: log_probs[rows, places, words]
# 4.2 4.3

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        hidden = [self.embed(tokens)]
        for block in self.blocks:
            hidden.append(block(hidden[-1]))
        return self.unembed(self.final_norm(hidden[-1]))


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    B, n = tokens.shape
    logp = torch.log_softmax(logits, dim=-1)
    rows = torch.arange(B, device=tokens.device)[:, None]
    places = torch.arange(n - 1, device=tokens.device)[None, :]
    nll = -logp[rows, places, tokens[:, 1:]]
    return nll.mean()
