NAME = "train.returns_loss_times_rows"
SAYS = "Each number is the loss times the number of rows in its batch."
HINT = "Compare your first number with the loss of the model as it was handed over."
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
        losses.append(loss.item() * len(tokens))
    return losses
