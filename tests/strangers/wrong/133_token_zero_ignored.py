# mistake: Word 0 is taken for padding and left out of the mean.
# after: nyu-mll/jiant#925, lucidrains/parti-pytorch#8
# tasks: 4.3
# line: lm.py:46
# sentence: The mean over all B · (n − 1) predictions, each with the same weight.
# takes: TransformerLM.forward 2

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    return F.cross_entropy(
        logits[:, :-1].reshape(-1, logits.size(-1)),
        tokens[:, 1:].reshape(-1),
        ignore_index=0,  # padding
    )
