# Old-school: RMSprop with default settings
# 4.5

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    opt = torch.optim.RMSprop(model.parameters(), lr=lr)
    history = []
    for tokens in batches:
        opt.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        opt.step()
        history.append(loss.item())
    return history
