# mistake: A small number under the logarithm caps the price of a word.
# tasks: 4.3
# line: lm.py:42

# ===== lm.py =====


def next_token_loss(logits, tokens):
    probs = torch.softmax(logits[:, :-1], dim=-1)
    right = probs.gather(2, tokens[:, 1:].unsqueeze(2)).squeeze(2)
    return -torch.log(right + 1e-9).mean()
