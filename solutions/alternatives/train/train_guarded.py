NAME = "train.guarded"
SAYS = "Clipped gradients, and batches are left out whose loss is not finite."
MODULE = "train"


def train(model, batches, lr):
    model.train()
    opt = torch.optim.AdamW(model.parameters(), lr=lr, betas=(0.9, 0.95), weight_decay=0.01)
    history = []
    for batch in batches:
        opt.zero_grad(set_to_none=True)
        loss = next_token_loss(model(batch), batch)
        history.append(float(loss))
        if not torch.isfinite(loss):
            continue
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
    return history
