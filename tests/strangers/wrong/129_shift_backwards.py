# mistake: Shifted the wrong way: place i + 1 is held against token i.
# after: 'which one gets the :-1' in forum threads on GPT losses
# tasks: 4.3
# line: lm.py:43
# sentence: The logits at place i are held against token i + 1.
# takes: TransformerLM.forward 2

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    pred = logits[:, 1:]
    gold = tokens[:, :-1]
    return F.cross_entropy(pred.flatten(0, 1), gold.flatten())
