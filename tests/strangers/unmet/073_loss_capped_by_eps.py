# mistake: A small number is added to the probability before the logarithm, which caps the price of a sure and wrong model. The full price has to be paid.
# tasks: 4.3
# line: lm.py:43

# ===== lm.py =====


def next_token_loss(logits, tokens):
    probs = torch.softmax(logits[:, :-1], dim=-1)
    target = tokens[:, 1:].unsqueeze(-1)
    p = torch.gather(probs, -1, target).squeeze(-1)
    surprise = -torch.log(p + 1e-8)
    return surprise.mean()
