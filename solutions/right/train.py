"""Right answers about train.py, written in other ways."""


def train(model, batches, lr):
    """train.adam: Adam; gradients cleared at the end of the loop."""
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    optimiser.zero_grad()
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        losses.append(float(loss))
        loss.backward()
        optimiser.step()
        optimiser.zero_grad(set_to_none=False)
    return losses


def train(model, batches, lr):
    """train.adam_by_hand: Adam written out, with gradients from torch.autograd.grad."""
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


def train(model, batches, lr):
    """train.adam_with_decay: Adam with the decay inside the gradient."""
    optimiser = torch.optim.Adam(model.parameters(), lr=lr, weight_decay=1e-3)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.adamw_clipped: AdamW without decay, gradients clipped, the model back in evaluation mode."""
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.0, betas=(0.9, 0.98))
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        losses.append(loss.item())
    model.eval()
    return losses


def train(model, batches, lr):
    """train.adamw_strong_decay: AdamW with ten times the usual decay."""
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.1)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.amsgrad_cosine: AdamW with amsgrad, clipped gradients and a long cosine schedule."""
    model.train()
    opt = torch.optim.AdamW(model.parameters(), lr=lr, amsgrad=True)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=1000, eta_min=lr / 10)
    losses = []
    for b in batches:
        opt.zero_grad()
        loss = next_token_loss(model(b), b)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.annealed: A schedule: the learning rate shrinks a little with every step."""
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    schedule = torch.optim.lr_scheduler.ExponentialLR(optimiser, gamma=0.995)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.averaging_longer: Adam that remembers longer, and keeps the largest square."""
    optimiser = torch.optim.Adam(model.parameters(), lr=lr, betas=(0.95, 0.99), amsgrad=True)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.clipped_values: Each entry of the gradients clipped."""
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


def train(model, batches, lr):
    """train.closure: A closure handed to the optimiser's step."""
    optimiser = torch.optim.NAdam(model.parameters(), lr=lr)

    def measure(tokens):
        optimiser.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        return loss

    return [optimiser.step(lambda tokens=tokens: measure(tokens)).item() for tokens in batches]


def train(model, batches, lr):
    """train.gradients_by_hand: Gradients from torch.autograd.grad, put into .grad by hand."""
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


def train(model, batches, lr):
    """train.groups: Two parameter groups: decay for matrices only."""
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


def train(model, batches, lr):
    """train.guarded: Clipped gradients, and batches are left out whose loss is not finite."""
    model.train()
    opt = torch.optim.AdamW(model.parameters(), lr=lr, betas=(0.9, 0.95), weight_decay=0.01)
    history = []
    for batch in batches:
        opt.zero_grad(set_to_none=True)
        loss = next_token_loss(model(batch), batch)
        history.append(float(loss))
        if not torch.isfinite(loss):
            continue
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
    return history


def train(model, batches, lr):
    """train.nadam: NAdam."""
    opt = torch.optim.NAdam(model.parameters(), lr)
    out = []
    for b in iter(batches):
        model.zero_grad(set_to_none=False)
        loss = next_token_loss(model(b), b)
        loss.backward()
        opt.step()
        out.append(loss.detach().cpu().numpy().item())
    return out


def train(model, batches, lr):
    """train.rmsprop: RMSprop, a plain counting loop over an iterator."""
    optimiser = torch.optim.RMSprop(model.parameters(), lr=lr)
    history, source = [], iter(batches)
    while (tokens := next(source, None)) is not None:
        model.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimiser.step()
        history.append(loss.detach().cpu().item())
    return history


def train(model, batches, lr):
    """train.rmsprop_momentum: RMSprop with momentum."""
    optimiser = torch.optim.RMSprop(model.parameters(), lr=lr, momentum=0.5)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.warmed_up: A schedule: the learning rate grows over the first steps."""
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: min(1.0, (step + 1) / 4))
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        losses.append(loss.item())
    return losses
