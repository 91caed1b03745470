# mistake: The loss that is reported is measured again after the step; the task asks for the loss on the batch before the step made on it.
# tasks: 4.5
# line: train.py:20

# ===== train.py =====


def train(model, batches, lr):
    opt = torch.optim.Adam(model.parameters(), lr=lr)

    def loss_on(tokens):
        return next_token_loss(model(tokens), tokens)

    losses = []
    for tokens in batches:
        opt.zero_grad()
        loss_on(tokens).backward()
        opt.step()
        with torch.no_grad():
            losses.append(loss_on(tokens).item())
    return losses
