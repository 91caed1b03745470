NAME = "train.adam"
SAYS = "Adam; gradients cleared at the end of the loop."
MODULE = "train"


def train(model, batches, lr):
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    optimiser.zero_grad()
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        losses.append(float(loss))
        loss.backward()
        optimiser.step()
        optimiser.zero_grad(set_to_none=False)
    return losses
