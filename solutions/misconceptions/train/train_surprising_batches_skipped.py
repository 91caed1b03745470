NAME = "train.surprising_batches_skipped"
SAYS = "A batch with an unusually large loss is not learned from: it is skipped, or the loop ends there."
HINT = "Which batches make no step in your loop, and what could be learned from just those?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        losses.append(loss.item())
        if losses[-1] > 20:
            continue
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return losses
