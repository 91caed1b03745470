# NAdam with a short warm-up, clipping, and the shift done by hand
# 4.5

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.NAdam(model.parameters(), lr=lr)
    warm_up = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 5))
    losses = []
    for tokens in batches:
        for parameter in model.parameters():
            parameter.grad = None
        logits = model(tokens[:, :-1])
        loss = nn.functional.cross_entropy(logits.mT, tokens[:, 1:])
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        warm_up.step()
        losses.append(loss.item())
    return losses
