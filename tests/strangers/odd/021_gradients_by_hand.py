# train takes the gradients with autograd.grad, hands them to the parameters and uses RMSprop.

# ===== train.py =====


def train(model, batches, lr):
    parameters = [p for p in model.parameters() if p.requires_grad]
    optimiser = torch.optim.RMSprop(parameters, lr=lr)

    def step(tokens):
        loss = next_token_loss(model(tokens), tokens)
        for parameter, gradient in zip(parameters, torch.autograd.grad(loss, parameters, allow_unused=True), strict=True):
            parameter.grad = gradient
        optimiser.step()
        optimiser.zero_grad()
        return float(loss.detach())

    return [step(tokens) for tokens in batches]
