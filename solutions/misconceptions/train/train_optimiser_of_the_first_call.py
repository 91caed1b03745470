NAME = "train.optimiser_of_the_first_call"
SAYS = "A second call goes on with the optimiser of the first one, and with its learning rate."
HINT = "Train a model twice, the second time with a tiny lr. Which lr do the second steps have?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    if not hasattr(model, "optimiser"):
        model.optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    optimiser = model.optimiser
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
