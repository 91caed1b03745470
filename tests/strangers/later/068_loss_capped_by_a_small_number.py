# mistake: 1e-9 is added to the probability before the logarithm, so a sure and wrong model pays about 20.7 at most.
# after: Keras / NumPy cross-entropy with an epsilon
# tasks: 4.3
# says: What is the most that one prediction can cost in your code, and what should logits 500 apart cost?
# line: lm.py:42

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    probs = torch.softmax(logits[:, :-1, :], dim=-1)
    p_next = probs.gather(-1, tokens[:, 1:].unsqueeze(-1)).squeeze(-1)
    return -torch.log(p_next + 1e-9).mean()
