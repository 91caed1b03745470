NAME = "train.needs_length"
SAYS = "The batches are counted or indexed, which works for a list and not for a stream of batches."
HINT = "What do you need from `batches` besides going through it with `for`?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for i in range(len(batches)):
        tokens = batches[i]
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
