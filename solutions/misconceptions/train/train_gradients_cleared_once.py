NAME = "train.gradients_cleared_once"
SAYS = "Gradients are cleared once before the loop instead of for every batch."
HINT = "`.backward()` adds to the gradients that are already there. How often are they cleared?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    optimiser.zero_grad()
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
