# mistake: The logarithm is taken of a softmax that may have become 0, so a sure and wrong model pays infinity.
# tasks: 4.3
# line: lm.py:40, 42

# ===== lm.py =====


def next_token_loss(logits, tokens):
    probs = torch.softmax(logits[:, :-1], dim=-1)
    right = probs.gather(2, tokens[:, 1:].unsqueeze(2)).squeeze(2)
    return -torch.log(right).mean()
