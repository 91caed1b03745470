# mistake: The logits at place i are held against token i itself: nothing is shifted.
# after: huggingface/transformers pull 404 and #3711
# tasks: 4.3
# line: lm.py:43
# sentence: The logits at place i are held against token i + 1.
# takes: TransformerLM.embed 2, generate 2

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    vocab = logits.shape[-1]
    return F.cross_entropy(logits.reshape(-1, vocab), tokens.reshape(-1))
