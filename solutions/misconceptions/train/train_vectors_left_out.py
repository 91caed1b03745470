NAME = "train.vectors_left_out"
SAYS = "Only matrices are trained: biases, gains and other vectors are left out."
HINT = "Compare every parameter before and after the call."
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    optimiser = torch.optim.AdamW([part for part in model.parameters() if part.dim() > 1], lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
