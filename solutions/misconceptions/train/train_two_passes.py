NAME = "train.two_passes"
SAYS = "The code goes through the batches more than once."
HINT = "Count the losses. Is there one for each batch?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in [*batches, *batches]:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
