# mistake: roll brings the first token round to the end, so the last place is held against it.
# after: google/BIG-bench pull 876 (np.roll on the labels)
# tasks: 4.3
# line: lm.py:42
# sentence: The last place predicts nothing that is known, and the first token is predicted by nothing: neither counts.
# takes: TransformerLM.embed 2, generate 2

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    targets = torch.roll(tokens, shifts=-1, dims=1)
    return F.cross_entropy(logits.transpose(1, 2), targets)
