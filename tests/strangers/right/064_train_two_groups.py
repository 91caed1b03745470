# minGPT: decay and no-decay by module type, dictionaries of names
# 4.5

# ===== train.py =====


def make_groups(model, weight_decay):
    decay, no_decay = {}, {}
    linear = {id(m.weight) for m in model.modules() if isinstance(m, nn.Linear)}
    for name, p in model.named_parameters():
        (decay if id(p) in linear else no_decay)[name] = p
    groups = []
    if decay:
        groups.append({"params": list(decay.values()), "weight_decay": weight_decay})
    if no_decay:
        groups.append({"params": list(no_decay.values()), "weight_decay": 0.0})
    return groups


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.AdamW(make_groups(model, 0.01), lr=lr, betas=(0.9, 0.95))
    losses = []
    batch_iter = iter(batches)
    while True:
        try:
            batch = next(batch_iter)
        except StopIteration:
            break
        loss = next_token_loss(model(batch), batch)
        model.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    return losses
