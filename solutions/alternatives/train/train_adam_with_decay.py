NAME = "train.adam_with_decay"
SAYS = "Adam with the decay inside the gradient."
MODULE = "train"


def train(model, batches, lr):
    optimiser = torch.optim.Adam(model.parameters(), lr=lr, weight_decay=1e-3)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
