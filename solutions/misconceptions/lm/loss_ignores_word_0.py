NAME = "loss.ignores_word_0"
SAYS = "Predictions of word 0 are left out, as if it were padding."
HINT = "Every word counts here, the one with number 0 too. What does ignore_index do?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten(), ignore_index=0)
