# mistake: the log-softmax runs over the places instead of the vocabulary
# after: dim=1 kept from two-dimensional logits, forum questions
# tasks: 4.3
# line: lm.py:176
# takes: TransformerLM.embed 4, generate 2

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    pred, gold = logits[:, :-1, :], tokens[:, 1:]
    logprobs = pred - pred.logsumexp(dim=1, keepdim=True)
    nll = -torch.gather(logprobs, 2, gold[:, :, None])
    return nll.mean()
