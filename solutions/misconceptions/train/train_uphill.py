NAME = "train.uphill"
SAYS = "The sign is wrong: the steps go uphill, and the loss grows."
HINT = "Plot the losses. Do they fall?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        (-loss).backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
