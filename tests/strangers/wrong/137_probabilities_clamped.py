# mistake: log of a clamped probability: no prediction can cost more than −log 1e-9 = 20.7, and there the gradient is 0.
# after: Keras-style epsilon clipping, forum answers on log(0)
# tasks: 4.3
# line: lm.py:45
# sentence: Logits hundreds apart too: a model that is sure and wrong pays its full price, neither infinity nor a capped one.
# takes: TransformerLM.forward 2

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    p = torch.softmax(logits[:, :-1], dim=-1)
    p_next = p.gather(2, tokens[:, 1:].unsqueeze(2)).squeeze(2)
    return -torch.log(p_next.clamp(min=1e-9)).mean()
