NAME = "train.gradients_by_hand"
SAYS = "Gradients from torch.autograd.grad, put into .grad by hand."
MODULE = "train"


def train(model, batches, lr):
    parameters = list(model.parameters())
    optimiser = torch.optim.Adam(parameters, lr=lr, amsgrad=True)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        for part, gradient in zip(parameters, torch.autograd.grad(loss, parameters), strict=True):
            part.grad = gradient
        optimiser.step()
        losses.append(loss.item())
    return losses
