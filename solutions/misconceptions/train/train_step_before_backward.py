NAME = "train.step_before_backward"
SAYS = "The step comes before .backward(), so it uses the gradients of the batch before."
HINT = "Follow a single batch through your loop. Which gradients does the step see?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.step()
        optimiser.zero_grad()
        loss.backward()
        losses.append(loss.item())
    return losses
