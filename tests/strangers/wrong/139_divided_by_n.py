# mistake: The sum of the B · (n − 1) losses is divided by B · n.
# after: fencepost error in token counts; cf. huggingface gradient-accumulation loss normalisation bug
# tasks: 4.3
# line: lm.py:45
# sentence: The mean over all B · (n − 1) predictions, each with the same weight.
# takes: TransformerLM.forward 2

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    B, n = tokens.shape
    total = F.cross_entropy(logits[:, :-1].reshape(B * (n - 1), -1), tokens[:, 1:].reshape(-1), reduction="sum")
    return total / (B * n)
