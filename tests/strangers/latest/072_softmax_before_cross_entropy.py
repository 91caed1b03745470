# mistake: Cross_entropy takes logits and gets probabilities: the softmax is applied twice.
# tasks: 4.3
# line: lm.py:46

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    probs = torch.softmax(logits[:, :-1], dim=-1)
    return F.cross_entropy(probs.transpose(1, 2), tokens[:, 1:])
