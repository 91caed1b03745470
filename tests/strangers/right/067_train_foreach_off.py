# Careful with settings: foreach=False, explicit eps, enable_grad, mode restored
# 4.5

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    was_training = model.training
    model.train()
    optimizer = torch.optim.Adam(model.parameters(), lr=lr, betas=(0.9, 0.999), eps=1e-8, foreach=False)
    losses: list[float] = []
    with torch.enable_grad():
        for tokens in batches:
            loss = next_token_loss(model(tokens), tokens)
            optimizer.zero_grad(set_to_none=False)
            loss.backward()
            optimizer.step()
            losses.append(float(loss.detach().cpu()))
    model.train(was_training)
    return losses
