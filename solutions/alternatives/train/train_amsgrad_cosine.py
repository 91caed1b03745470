NAME = "train.amsgrad_cosine"
SAYS = "AdamW with amsgrad, clipped gradients and a long cosine schedule."
MODULE = "train"


def train(model, batches, lr):
    model.train()
    opt = torch.optim.AdamW(model.parameters(), lr=lr, amsgrad=True)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=1000, eta_min=lr / 10)
    losses = []
    for b in batches:
        opt.zero_grad()
        loss = next_token_loss(model(b), b)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        losses.append(loss.item())
    return losses
