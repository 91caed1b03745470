NAME = "train.cleared_before_the_step"
SAYS = "The gradients are cleared between .backward() and the step, so no step sees one and the weights never move."
HINT = "Print a gradient right before the step. What is it?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimiser.zero_grad()
        optimiser.step()
        losses.append(loss.item())
    return losses
