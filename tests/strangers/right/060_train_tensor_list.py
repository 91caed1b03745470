# Adam with a little L2 weight decay, losses kept as tensors and turned to floats at the end
# 4.5

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    model.train()
    optimizer = torch.optim.Adam(model.parameters(), lr=lr, weight_decay=1e-5)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        for p in model.parameters():
            p.grad = None
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return [float(l) for l in losses]
