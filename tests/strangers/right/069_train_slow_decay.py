# Keras-like callbacks: AdamW with an exponential decay of the rate, never below half
# 4.5
# ambiguous: "`lr` is passed on to it": a scheduler lowers it slowly afterwards (length unknown, so no cosine)

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda t: max(0.5, 0.999**t))
    losses = []

    def on_batch_end(loss):
        losses.append(loss)
        schedule.step()

    for tokens in batches:
        model.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimizer.step()
        on_batch_end(loss.item())
    return losses
