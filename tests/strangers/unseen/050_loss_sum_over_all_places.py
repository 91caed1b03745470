# mistake: The sum of the n - 1 losses of each row is divided by all B times n tokens instead of by the number of predictions.
# after: wrong count for the mean
# tasks: 4.3
# line: lm.py:178
# takes: TransformerLM.embed 3, TransformerLM.forward 2

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    log_p = torch.log_softmax(logits[:, :-1], dim=-1)
    picked = torch.gather(log_p, -1, tokens[:, 1:].unsqueeze(-1)).squeeze(-1)
    nll = -picked.sum()
    return nll / tokens.numel()
