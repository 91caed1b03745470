NAME = "train.rmsprop"
SAYS = "RMSprop, a plain counting loop over an iterator."
MODULE = "train"


def train(model, batches, lr):
    optimiser = torch.optim.RMSprop(model.parameters(), lr=lr)
    history, source = [], iter(batches)
    while (tokens := next(source, None)) is not None:
        model.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimiser.step()
        history.append(loss.detach().cpu().item())
    return history
