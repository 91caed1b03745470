NAME = "train.gradients_kept"
SAYS = "Gradients are never set back to zero, so every step follows the sum of all batches so far."
HINT = "`.backward()` adds to the gradients that are already there. Who clears them?"
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
        optimiser.step()
        losses.append(loss.item())
    return losses
