# One call for every word, by the library's cross-entropy.
# 4.6

# ===== lm.py =====


def sentence_log_prob(model, tokens):
    def price(i):
        logits = model(tokens[:, :i][:, -model.context_length :])[:, -1]
        return F.cross_entropy(logits, tokens[:, i], reduction="none")

    nothing = model(tokens[:, :1]).sum(dim=(1, 2)) * 0
    return nothing - sum(price(i) for i in range(1, tokens.shape[1]))
