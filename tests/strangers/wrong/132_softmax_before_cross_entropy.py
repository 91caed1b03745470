# mistake: cross_entropy wants logits but gets probabilities, so the softmax is applied twice and no prediction can cost much more than ln V + 1.
# after: ariecattan/SciCo#2, Lightning-Universe/lightning-bolts#654
# tasks: 4.3
# line: lm.py:43
# sentence: Logits hundreds apart too: a model that is sure and wrong pays its full price, neither infinity nor a capped one.
# takes: TransformerLM.embed 2, generate 2

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    probs = torch.softmax(logits[:, :-1], dim=-1)
    return F.cross_entropy(probs.reshape(-1, probs.shape[-1]), tokens[:, 1:].reshape(-1))
