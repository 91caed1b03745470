# RMSprop centred with a little momentum
# 4.5

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    opt = torch.optim.RMSprop(model.parameters(), lr, alpha=0.99, momentum=0.5, centered=True)
    losses = []
    for i, x in enumerate(batches):
        y = model(x)
        loss = next_token_loss(y, x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses += [loss.item()]
    return losses
