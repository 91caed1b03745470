# mistake: The shifted tokens are filled up with word 0, and the last place is held against it.
# after: F.pad to keep the shapes equal
# tasks: 4.3
# line: lm.py:38

# ===== lm.py =====

def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    target = F.pad(tokens[:, 1:], (0, 1), value=0)
    logp = torch.log_softmax(logits, dim=-1)
    nll = -logp.gather(-1, target.unsqueeze(-1)).squeeze(-1)
    return nll.mean()
