NAME = "loss.view_of_a_slice"
SAYS = "view is called on a slice, whose numbers do not lie side by side in memory."
HINT = "Read the error message: it names another function that copies where it has to."
SECTION = "4.3"
LOSES = ["4.3"]
MODULE = "lm"


def next_token_loss(logits, tokens):
    predictions = logits[:, :-1].view(-1, logits.shape[-1])
    return F.cross_entropy(predictions, tokens[:, 1:].view(-1))
