NAME = "train.adam_by_hand"
SAYS = "Adam written out, with gradients from torch.autograd.grad."
MODULE = "train"


def train(model, batches, lr):
    model.train()
    params = list(model.parameters())
    first = [torch.zeros_like(p) for p in params]
    second = [torch.zeros_like(p) for p in params]
    losses = []
    for t, tokens in enumerate(batches, 1):
        loss = next_token_loss(model(tokens), tokens)
        grads = torch.autograd.grad(loss, params)
        with torch.no_grad():
            for p, g, m, s in zip(params, grads, first, second, strict=True):
                m.mul_(0.9).add_(g, alpha=0.1)
                s.mul_(0.999).addcmul_(g, g, value=0.001)
                p -= lr * (m / (1 - 0.9**t)) / ((s / (1 - 0.999**t)).sqrt() + 1e-8)
        losses.append(float(loss))
    return losses
