# mistake: divides by B · n instead of B · (n − 1) predictions
# after: wrong count in a hand-made mean
# tasks: 4.3
# line: lm.py:179
# takes: TransformerLM.embed 4, generate 2

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    B, n = tokens.shape
    total = 0.0
    for i in range(n - 1):
        total = total + F.cross_entropy(logits[:, i], tokens[:, i + 1], reduction="sum")
    return total / (B * n)
