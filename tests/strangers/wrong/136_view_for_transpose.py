# mistake: The classes are brought to dimension 1 with reshape instead of transpose, which scrambles places and words.
# after: rish-16/tokenlearner-pytorch#1; Stack Overflow 'view vs permute' with CrossEntropyLoss (N, C, d1)
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
    B, n, V = logits.shape
    scores = logits[:, :-1].reshape(B, V, n - 1)  # cross_entropy wants the classes second
    return F.cross_entropy(scores, tokens[:, 1:])
