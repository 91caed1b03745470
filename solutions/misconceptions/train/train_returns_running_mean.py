NAME = "train.returns_running_mean"
SAYS = "Each number is the mean of all losses so far instead of the loss of its own batch."
HINT = "Look at the second number: does it depend on the first batch?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return [sum(losses[: i + 1]) / (i + 1) for i in range(len(losses))]
