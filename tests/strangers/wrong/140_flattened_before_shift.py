# mistake: Rows are laid end to end before the shift, so the last place of a row is held against the first token of the next one; right for one row.
# after: packing bugs (loss across document borders), cf. google/BIG-bench pull 876's np.roll without axis
# tasks: 4.3
# line: lm.py:43
# sentence: The last place predicts nothing that is known, and the first token is predicted by nothing: neither counts.
# takes: TransformerLM.embed 2, generate 2

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    flat_logits = logits.reshape(-1, logits.shape[-1])[:-1]
    flat_tokens = tokens.reshape(-1)[1:]
    return F.cross_entropy(flat_logits, flat_tokens)
