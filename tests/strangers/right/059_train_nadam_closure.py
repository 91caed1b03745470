# Closure style: optimizer.step(closure) with NAdam (the closure is called once)
# 4.5

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.NAdam(model.parameters(), lr=lr)
    losses = []
    for batch in batches:
        def closure(batch=batch):
            optimizer.zero_grad()
            loss = next_token_loss(model(batch), batch)
            loss.backward()
            return loss

        losses.append(float(optimizer.step(closure)))
    return losses
