NAME = "train.never_moves"
SAYS = "The weights never move: there is no step, or there are no gradients when it is made."
HINT = (
    "Print a weight before and after the call. Which line should change it, and what are the gradients at that moment?"
)
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
        losses.append(loss.item())
    return losses
