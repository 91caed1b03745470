NAME = "train.optimiser_rebuilt"
SAYS = "The optimiser is made anew for every batch, so it forgets all earlier steps."
HINT = "Adam averages over many steps. Where does it keep its averages, and how long does it live?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    losses = []
    for tokens in batches:
        optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
