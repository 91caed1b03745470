NAME = "loss.error_rate"
SAYS = "The share of wrong guesses is returned instead of −log P."
HINT = "Does your loss change when the model becomes a little surer?"
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    return (logits[:, :-1].argmax(dim=-1) != tokens[:, 1:]).to(logits.dtype).mean()
