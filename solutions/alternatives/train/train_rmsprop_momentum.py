NAME = "train.rmsprop_momentum"
SAYS = "RMSprop with momentum."
MODULE = "train"


def train(model, batches, lr):
    optimiser = torch.optim.RMSprop(model.parameters(), lr=lr, momentum=0.5)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
