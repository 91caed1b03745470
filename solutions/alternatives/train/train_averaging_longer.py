NAME = "train.averaging_longer"
SAYS = "Adam that remembers longer, and keeps the largest square."
MODULE = "train"


def train(model, batches, lr):
    optimiser = torch.optim.Adam(model.parameters(), lr=lr, betas=(0.95, 0.99), amsgrad=True)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
