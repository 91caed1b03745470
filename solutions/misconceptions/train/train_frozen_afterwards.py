NAME = "train.frozen_afterwards"
SAYS = "The parameters are frozen at the end, so the model cannot be trained again."
HINT = "Call train twice."
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
        optimiser.step()
        losses.append(loss.item())
    model.requires_grad_(False)
    return losses
