# mistake: The list holds the running mean of all losses so far, not each batch's own loss.
# after: progress-bar code ("running_loss")
# tasks: 4.5
# says: Your first number is right; which batches go into the second one?
# line: train.py:18

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    opt = torch.optim.Adam(model.parameters(), lr=lr)
    running_loss = 0.0
    verlauf = []
    for step, tokens in enumerate(batches, start=1):
        opt.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        opt.step()
        running_loss += loss.item()
        verlauf.append(running_loss / step)
    return verlauf
