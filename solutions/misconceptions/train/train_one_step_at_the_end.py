NAME = "train.one_step_at_the_end"
SAYS = "One step is made at the end, on the sum of all losses, instead of one for each batch."
HINT = "Count how often .step() is called."
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
        total = loss + (0 if len(losses) == 1 else total)
    if losses:
        optimiser.zero_grad()
        total.backward()
        optimiser.step()
    return losses
