# mistake: Each row's losses are added and divided by n instead of n − 1.
# after: a count taken from the wrong tensor
# tasks: 4.3
# line: lm.py:44

# ===== lm.py =====

def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )

    n = tokens.shape[1]
    total = logits.new_zeros(())
    for b in range(tokens.shape[0]):
        logp = torch.log_softmax(logits[b, :-1], dim=-1)
        picked = logp[torch.arange(n - 1), tokens[b, 1:]]
        total = total - picked.sum() / n
    return total / tokens.shape[0]
