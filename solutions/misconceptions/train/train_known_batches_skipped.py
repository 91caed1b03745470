NAME = "train.known_batches_skipped"
SAYS = "A batch with a very small loss is not learned from."
HINT = "Which batches make no step in your loop?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        losses.append(loss.item())
        if losses[-1] < 1e-3:
            continue
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return losses
