NAME = "train.single_rows_squeezed"
SAYS = "A batch of a single row loses its first dimension."
HINT = "Call train with a batch of the shape (1, 6)."
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        tokens = tokens.squeeze()
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
