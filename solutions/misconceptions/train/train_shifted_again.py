NAME = "train.shifted_again"
SAYS = "The tokens are shifted before they go to next_token_loss, which shifts them itself."
HINT = "With which token are the logits at the first place compared, after both shifts?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens[:, :-1]), tokens[:, 1:])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
