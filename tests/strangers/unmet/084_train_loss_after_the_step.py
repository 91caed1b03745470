# mistake: The loss is measured again after the step on the batch. The list has to hold the loss BEFORE the step.
# tasks: 4.5
# line: train.py:14

# ===== train.py =====


def one_step(model, optimiser, tokens):
    optimiser.zero_grad()
    loss = next_token_loss(model(tokens), tokens)
    loss.backward()
    optimiser.step()
    with torch.no_grad():
        return next_token_loss(model(tokens), tokens).item()


def train(model, batches, lr):
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    return [one_step(model, optimiser, tokens) for tokens in batches]
