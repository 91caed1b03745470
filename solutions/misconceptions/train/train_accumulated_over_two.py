NAME = "train.accumulated_over_two"
SAYS = "A step is made only for every other batch."
HINT = "Count the steps for a single batch."
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
        if len(losses) % 2 == 1:
            optimiser.step()
            optimiser.zero_grad()
        losses.append(loss.item())
    return losses
