NAME = "train.annealed"
SAYS = "A schedule: the learning rate shrinks a little with every step."
MODULE = "train"


def train(model, batches, lr):
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    schedule = torch.optim.lr_scheduler.ExponentialLR(optimiser, gamma=0.995)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        losses.append(loss.item())
    return losses
