NAME = "train.optimiser_rebuilt_for_shapes"
SAYS = "The optimiser is made anew whenever a batch has another shape, so it forgets all earlier steps."
HINT = "How many optimisers does a call make where long and short batches take turns?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    optimiser, shape, losses = None, None, []
    for tokens in batches:
        if tokens.shape != shape:
            optimiser, shape = torch.optim.AdamW(model.parameters(), lr=lr), tokens.shape
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
