NAME = "train.optimiser_rebuilt_now_and_then"
SAYS = "The optimiser is made anew every few batches, so it forgets the steps before."
HINT = "How many optimisers does a call make in a hundred batches, and what does each know of those before it?"
SECTION = "4.5"
LOSES = ["4.5"]
MODULE = "train"


def train(model, batches, lr):
    model.train()
    losses = []
    for i, tokens in enumerate(batches):
        if i % 10 == 0:
            optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
