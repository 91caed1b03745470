NAME = "train.last_token_dropped"
SAYS = "The last token of every row is cut off before training, so what comes last is never learned."
HINT = "How many tokens of a batch does the model see, and how many does next_token_loss need?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        shorter = tokens[:, :-1]
        loss = next_token_loss(model(shorter), shorter)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
