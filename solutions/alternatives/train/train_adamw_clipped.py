NAME = "train.adamw_clipped"
SAYS = "AdamW without decay, gradients clipped, the model back in evaluation mode."
MODULE = "train"


def train(model, batches, lr):
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.0, betas=(0.9, 0.98))
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        losses.append(loss.item())
    model.eval()
    return losses
