NAME = "train.not_shifted"
SAYS = "The loss is computed without next_token_loss and without its shift: the model learns to copy its input."
HINT = "With which token do you compare the logits at the first place?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = torch.nn.functional.cross_entropy(model(tokens).flatten(0, 1), tokens.flatten())
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
