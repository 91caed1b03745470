# mistake: The log-softmax runs over the places of the row instead of over the words.
# after: dim=1 from classifiers of (B, C)
# tasks: 4.3
# line: lm.py:38

# ===== lm.py =====

def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    logp = F.log_softmax(logits[:, :-1], dim=1)
    wanted = tokens[:, 1:].unsqueeze(-1)
    picked = torch.gather(logp, 2, wanted)
    return -picked.mean()
