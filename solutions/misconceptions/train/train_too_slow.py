NAME = "train.too_slow"
SAYS = (
    "Training is right step by step but does not get near the floor: plain gradient descent (SGD), for one, "
    "hardly moves at these learning rates."
)
HINT = "Print how far a weight moves in one step, and compare with lr. Which optimisers does the stub name?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    optimiser = torch.optim.SGD(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
