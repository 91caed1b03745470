# mistake: Summed over the places and averaged over the rows only, so the loss grows with n.
# after: per-sequence against per-token loss, bhanML/Co-teaching#4's remark on double normalising and many others
# tasks: 4.3
# line: lm.py:44
# sentence: The mean over all B · (n − 1) predictions, each with the same weight.
# takes: TransformerLM.forward 2

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    losses = F.cross_entropy(logits[:, :-1].transpose(1, 2), tokens[:, 1:], reduction="none")
    return losses.sum(dim=1).mean()
