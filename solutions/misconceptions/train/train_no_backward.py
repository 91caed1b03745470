NAME = "train.no_backward"
SAYS = "The gradient is never computed: .backward() is missing."
HINT = "Where do the gradients come from that the optimiser uses?"
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
        optimiser.step()
        losses.append(loss.item())
    return losses
