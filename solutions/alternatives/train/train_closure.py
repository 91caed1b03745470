NAME = "train.closure"
SAYS = "A closure handed to the optimiser's step."
MODULE = "train"


def train(model, batches, lr):
    optimiser = torch.optim.NAdam(model.parameters(), lr=lr)

    def measure(tokens):
        optimiser.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        return loss

    return [optimiser.step(lambda tokens=tokens: measure(tokens)).item() for tokens in batches]
