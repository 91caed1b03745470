NAME = "train.batches_taken_twice"
SAYS = (
    "A batch is taken out before the loop begins, or the code goes through the batches twice: a stream can be read "
    "only once."
)
HINT = "Give a generator instead of a list. How many batches does your loop still get?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    next(iter(batches), None)
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
