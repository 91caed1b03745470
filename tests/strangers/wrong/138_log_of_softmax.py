# mistake: log(softmax(…)) underflows: a word whose probability rounds to 0 costs infinity.
# after: aicosoft.com 'Why Your AI Model Is Exploding'; PyTorch docs on log_softmax
# tasks: 4.3
# line: lm.py:42
# sentence: Logits hundreds apart too: a model that is sure and wrong pays its full price, neither infinity nor a capped one.
# takes: TransformerLM.embed 2, generate 2

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    log_probs = torch.log(F.softmax(logits[:, :-1, :], dim=-1))
    return F.nll_loss(log_probs.reshape(-1, log_probs.shape[-1]), tokens[:, 1:].reshape(-1))
