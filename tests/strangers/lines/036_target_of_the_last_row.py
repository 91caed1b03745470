# mistake: Every row is held against the first row's tokens.
# after: indexing with 0 where b was meant
# tasks: 4.3
# line: lm.py:41

# ===== lm.py =====

def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )

    losses = []
    for b in range(tokens.size(0)):
        wanted = tokens[0, 1:]
        logp = F.log_softmax(logits[b, :-1], dim=-1)
        losses.append(-logp.gather(1, wanted.unsqueeze(1)).mean())
    return torch.stack(losses).mean()
