import copy

NAME = "train.copy_trained"
SAYS = "A copy of the model is trained, and the model itself stays as it was."
HINT = "Print a weight of the model you handed over, before and after the call."
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model = copy.deepcopy(model)
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
