NAME = "train.two_steps_a_batch"
SAYS = "More than one step is made on each batch."
HINT = "Count the steps for a single batch."
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        for repeat in range(2):
            loss = next_token_loss(model(tokens), tokens)
            if repeat == 0:
                losses.append(loss.item())
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    return losses
