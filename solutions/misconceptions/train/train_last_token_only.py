NAME = "train.last_token_only"
SAYS = "Only the last token of each row is learned from."
HINT = "Every place makes a prediction. You have next_token_loss for this."
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = torch.nn.functional.cross_entropy(model(tokens)[:, -2], tokens[:, -1])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
