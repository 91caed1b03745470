# The logarithm of the sum less the logit of the word, place by place.
# 4.3

# ===== lm.py =====


def next_token_loss(logits, tokens):
    prices = []
    for i in range(tokens.shape[1] - 1):
        here = logits[:, i]
        word = here[torch.arange(len(here), device=here.device), tokens[:, i + 1]]
        prices.append(torch.logsumexp(here, dim=-1) - word)
    return torch.stack(prices).mean()
