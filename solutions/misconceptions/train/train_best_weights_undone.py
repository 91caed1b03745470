import copy

NAME = "train.best_weights_undone"
SAYS = "At the end the weights are set back to what they were before."
HINT = "Print a weight of the model before and after the call."
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    before = copy.deepcopy(model.state_dict())
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    model.load_state_dict(before)
    return losses
