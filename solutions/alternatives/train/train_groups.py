NAME = "train.groups"
SAYS = "Two parameter groups: decay for matrices only."
MODULE = "train"


def train(model, batches, lr):
    matrices = [part for part in model.parameters() if part.dim() >= 2]
    vectors = [part for part in model.parameters() if part.dim() < 2]
    groups = [{"params": matrices, "weight_decay": 0.01}, {"params": vectors, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW([group for group in groups if group["params"]], lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
