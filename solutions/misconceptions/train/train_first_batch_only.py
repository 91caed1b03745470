NAME = "train.first_batch_only"
SAYS = "Only the first batch is used: the function returns inside the loop."
HINT = "Count the losses. Look at where `return` stands."
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
        return losses
    return losses
