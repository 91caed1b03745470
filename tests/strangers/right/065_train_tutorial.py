# PyTorch tutorial: optimizer.step(); optimizer.zero_grad() at the end, cleared once before
# 4.5

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    # Set the model to training mode
    model.train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    optimizer.zero_grad()
    train_losses = []
    for batch, X in enumerate(batches):
        # Compute prediction and loss
        pred = model(X)
        loss = next_token_loss(pred, X)

        # Backpropagation
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()

        train_losses.append(loss.item())
    return train_losses
