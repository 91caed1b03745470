NAME = "train.clipped_values"
SAYS = "Each entry of the gradients clipped."
MODULE = "train"


def train(model, batches, lr):
    optimiser = torch.optim.NAdam(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_value_(model.parameters(), 1.0)
        optimiser.step()
        losses.append(loss.item())
    return losses
