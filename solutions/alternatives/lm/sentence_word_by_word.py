NAME = "sentence.word_by_word"
SAYS = "One call of the model for each word, as the formula reads; no gradient."
MODULE = "lm"


@torch.no_grad()
def sentence_log_prob(model, tokens):
    total = torch.zeros(len(tokens), dtype=next(model.parameters()).dtype, device=tokens.device)
    for i in range(1, tokens.shape[1]):
        window = tokens[:, max(0, i - model.context_length) : i]
        log_probs = torch.log_softmax(model(window)[:, -1], dim=-1)
        total += log_probs[torch.arange(len(tokens)), tokens[:, i]]
    return total
