# mistake: 1e-9 inside the logarithm caps the price of a wrong and sure model.
# tasks: 4.3
# line: lm.py:47

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    p = F.softmax(logits[:, :-1, :], dim=-1)
    p_right = p.gather(-1, tokens[:, 1:].unsqueeze(-1)).squeeze(-1)
    return -torch.log(p_right + 1e-9).mean()
