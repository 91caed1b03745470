NAME = "train.row_by_row"
SAYS = "Gradients are sent back once for each row or part of a batch, not once for the batch."
HINT = "How often is .backward() called for a batch of four rows?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        optimiser.zero_grad()
        for row in tokens:
            next_token_loss(model(row[None]), row[None]).backward()
        with torch.no_grad():
            losses.append(next_token_loss(model(tokens), tokens).item())
        optimiser.step()
    return losses
