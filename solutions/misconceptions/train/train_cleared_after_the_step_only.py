NAME = "train.cleared_after_the_step_only"
SAYS = "Gradients are cleared only after each step, so what was there before the call counts in the first one."
HINT = "Whoever used the model before may have left gradients in it. Does your first step use them?"
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
        optimiser.zero_grad()
        losses.append(loss.item())
    return losses
