NAME = "train.backward_twice"
SAYS = "Gradients come from some batch more than once."
HINT = "Count how often each batch sends gradients back through the model."
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
        loss.backward(retain_graph=True)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
