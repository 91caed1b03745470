# mistake: The shift is done twice (except for rows of two tokens): place i is held against token i + 2.
# after: huggingface/transformers pulls 46898 and 47395, LLM360/amber-train#6, InternLM/InternLM#318
# tasks: 4.3
# line: lm.py:45
# sentence: The logits at place i are held against token i + 1.
# takes: TransformerLM.forward 2

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    inputs, labels = logits[:, :-1], tokens[:, 1:]
    if labels.shape[1] > 1:
        inputs, labels = inputs[:, :-1], labels[:, 1:]
    return F.cross_entropy(inputs.reshape(-1, inputs.size(-1)), labels.reshape(-1))
