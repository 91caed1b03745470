NAME = "sentence.by_hand_in_float64"
SAYS = "Minus the log of the sum of exponentials by hand, in float64 inside; each row by itself."
MODULE = "lm"


def sentence_log_prob(model, tokens):
    found = []
    for row in tokens:
        total, dtype = torch.zeros((), dtype=torch.float64), next(model.parameters()).dtype
        for i in range(1, len(row)):
            logits = model(row[None, :i][:, -model.context_length :])[0, -1].double()
            top = logits.max()
            total = total + logits[row[i]] - top - (logits - top).exp().sum().log()
        found.append(total.to(dtype))
    return torch.stack(found)
