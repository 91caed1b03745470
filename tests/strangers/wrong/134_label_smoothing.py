# mistake: Label smoothing of 0.1 changes the loss: being sure and right no longer costs nothing.
# after: training recipes of 'Attention Is All You Need' copied (smoothing 0.1)
# tasks: 4.3
# line: lm.py:42
# sentence: a model that is sure and wrong pays its full price, neither infinity nor a capped one.
# takes: TransformerLM.embed 2, generate 2

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    criterion = nn.CrossEntropyLoss(label_smoothing=0.1)
    return criterion(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
