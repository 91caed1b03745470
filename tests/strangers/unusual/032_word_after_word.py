# cross-entropy word after word, added to a zero of the logits' kind
# 4.6

# ===== lm.py =====


def sentence_log_prob(model: nn.Module, tokens: Tensor) -> Tensor:
    with torch.no_grad():
        so_far = torch.zeros_like(model(tokens[:, :1])[:, 0, 0])
        for i in range(1, tokens.shape[1]):
            context = tokens.narrow(1, max(0, i - model.context_length), min(i, model.context_length))
            so_far = so_far - F.cross_entropy(model(context)[:, -1], tokens[:, i], reduction="none")
    return so_far
