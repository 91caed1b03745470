NAME = "train.adamw_strong_decay"
SAYS = "AdamW with ten times the usual decay."
MODULE = "train"


def train(model, batches, lr):
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.1)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
