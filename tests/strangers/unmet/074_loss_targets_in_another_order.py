# mistake: The logits are flattened row by row, the targets place by place, so predictions are compared with words of other rows. Both must be flattened alike.
# tasks: 4.3
# line: lm.py:41, 42

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    batch, n, vocab = logits.shape
    guesses = logits[:, : n - 1].reshape(batch * (n - 1), vocab)
    answers = tokens[:, 1:].T.reshape(batch * (n - 1))
    log_probs = guesses - guesses.logsumexp(dim=1, keepdim=True)
    rows = torch.arange(batch * (n - 1), device=tokens.device)
    return -log_probs[rows, answers].mean()
