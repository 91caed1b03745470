"""Known wrong answers about train.py."""


def train(model, batches, lr):
    """train.accumulated_over_two: A step is made only for every other batch.
    Hint: Count the steps for a single batch.
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        if len(losses) % 2 == 1:
            optimiser.step()
            optimiser.zero_grad()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.backward_twice: Gradients come from some batch more than once.
    Hint: Count how often each batch sends gradients back through the model.
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward(retain_graph=True)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.batches_taken_twice: A batch is taken out before the loop begins, or the code goes through the batches
    twice: a stream can be read only once.
    Hint: Give a generator instead of a list. How many batches does your loop still get?
    """
    model.train()
    next(iter(batches), None)
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.best_weights_undone: At the end the weights are set back to what they were before.
    Hint: Print a weight of the model before and after the call.
    """
    before = copy.deepcopy(model.state_dict())
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    model.load_state_dict(before)
    return losses


import copy


def train(model, batches, lr):
    """train.cleared_after_the_step_only: Gradients are cleared only after each step, so what was there before the call
    counts in the first one.
    Hint: Whoever used the model before may have left gradients in it. Does your first step use them?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimiser.step()
        optimiser.zero_grad()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.cleared_before_the_step: The gradients are cleared between .backward() and the step, so no step sees one
    and the weights never move.
    Hint: Print a gradient right before the step. What is it?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimiser.zero_grad()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.copy_trained: A copy of the model is trained, and the model itself stays as it was.
    Hint: Print a weight of the model you handed over, before and after the call.
    """
    model = copy.deepcopy(model)
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


import copy


def train(model, batches, lr):
    """train.first_batch_only: Only the first batch is used: the function returns inside the loop.
    Hint: Count the losses. Look at where `return` stands.
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
        return losses
    return losses


def train(model, batches, lr):
    """train.frozen_afterwards: The parameters are frozen at the end, so the model cannot be trained again.
    Hint: Call train twice.
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    model.requires_grad_(False)
    return losses


def train(model, batches, lr):
    """train.gradients_cleared_once: Gradients are cleared once before the loop instead of for every batch.
    Hint: `.backward()` adds to the gradients that are already there. How often are they cleared?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    optimiser.zero_grad()
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.gradients_kept: Gradients are never set back to zero, so every step follows the sum of all batches so far.
    Hint: `.backward()` adds to the gradients that are already there. Who clears them?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.known_batches_skipped: A batch with a very small loss is not learned from.
    Hint: Which batches make no step in your loop?
    """
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        losses.append(loss.item())
        if losses[-1] < 1e-3:
            continue
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return losses


def train(model, batches, lr):
    """train.last_batch_skipped: The last batch is left out.
    Hint: Count the losses. Is there one for each batch?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in list(batches)[:-1]:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.last_token_dropped: The last token of every row is cut off before training, so what comes last is never
    learned.
    Hint: How many tokens of a batch does the model see, and how many does next_token_loss need?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        shorter = tokens[:, :-1]
        loss = next_token_loss(model(shorter), shorter)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.last_token_only: Only the last token of each row is learned from.
    Hint: Every place makes a prediction. You have next_token_loss for this.
    """
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = torch.nn.functional.cross_entropy(model(tokens)[:, -2], tokens[:, -1])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.lr_fixed: The learning rate is written into the code.
    Hint: Call train with lr = 1e-9. Do the weights move?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=0.01)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.lr_ignored: The learning rate is not passed on: the optimiser uses its own.
    Hint: Call train with lr = 1e-9. Do the weights move?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters())
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.needs_length: The batches are counted or indexed, which works for a list and not for a stream of batches.
    Hint: What do you need from `batches` besides going through it with `for`?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for i in range(len(batches)):
        tokens = batches[i]
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.never_moves: The weights never move: there is no step, or there are no gradients when it is made.
    Hint: Print a weight before and after the call. Which line should change it, and what are the gradients at that
    moment?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.no_backward: The gradient is never computed: .backward() is missing.
    Hint: Where do the gradients come from that the optimiser uses?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.not_shifted: The loss is computed without next_token_loss and without its shift: the model learns to copy
    its input.
    Hint: With which token do you compare the logits at the first place?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = torch.nn.functional.cross_entropy(model(tokens).flatten(0, 1), tokens.flatten())
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.one_step_at_the_end: One step is made at the end, on the sum of all losses, instead of one for each batch.
    Hint: Count how often .step() is called.
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        losses.append(loss.item())
        total = loss + (0 if len(losses) == 1 else total)
    if losses:
        optimiser.zero_grad()
        total.backward()
        optimiser.step()
    return losses


def train(model, batches, lr):
    """train.optimiser_of_the_first_call: A second call goes on with the optimiser of the first one, and with its
    learning rate.
    Hint: Train a model twice, the second time with a tiny lr. Which lr do the second steps have?
    """
    if not hasattr(model, "optimiser"):
        model.optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    optimiser = model.optimiser
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.optimiser_rebuilt: The optimiser is made anew for every batch, so it forgets all earlier steps.
    Hint: Adam averages over many steps. Where does it keep its averages, and how long does it live?
    """
    model.train()
    losses = []
    for tokens in batches:
        optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.optimiser_rebuilt_for_shapes: The optimiser is made anew whenever a batch has another shape, so it forgets
    all earlier steps.
    Hint: How many optimisers does a call make where long and short batches take turns?
    """
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


def train(model, batches, lr):
    """train.optimiser_rebuilt_now_and_then: The optimiser is made anew every few batches, so it forgets the steps
    before.
    Hint: How many optimisers does a call make in a hundred batches, and what does each know of those before it?
    """
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


def train(model, batches, lr):
    """train.order_changed: The batches are not used in the order they come.
    Hint: Compare your first number with the loss on the first batch.
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in reversed(list(batches)):
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.returns_after_step: Each number is the loss after the step on its batch instead of before it.
    Hint: Compare your first number with the loss of the model as it was handed over.
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(next_token_loss(model(tokens), tokens).item())
    return losses


def train(model, batches, lr):
    """train.returns_loss_times_rows: Each number is the loss times the number of rows in its batch.
    Hint: Compare your first number with the loss of the model as it was handed over.
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item() * len(tokens))
    return losses


def train(model, batches, lr):
    """train.returns_mean: One number, the mean of all losses, is returned instead of the list.
    Hint: How many numbers should come back for five batches?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return sum(losses) / len(losses)


def train(model, batches, lr):
    """train.returns_running_mean: Each number is the mean of all losses so far instead of the loss of its own batch.
    Hint: Look at the second number: does it depend on the first batch?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return [sum(losses[: i + 1]) / (i + 1) for i in range(len(losses))]


def train(model, batches, lr):
    """train.returns_tensors: The list holds tensors instead of Python floats.
    Hint: What is the type of an entry of your list?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.detach())
    return losses


def train(model, batches, lr):
    """train.row_by_row: Gradients are sent back once for each row or part of a batch, not once for the batch.
    Hint: How often is .backward() called for a batch of four rows?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        optimiser.zero_grad()
        for row in tokens:
            next_token_loss(model(row[None]), row[None]).backward()
        with torch.no_grad():
            losses.append(next_token_loss(model(tokens), tokens).item())
        optimiser.step()
    return losses


def train(model, batches, lr):
    """train.shifted_again: The tokens are shifted before they go to next_token_loss, which shifts them itself.
    Hint: With which token are the logits at the first place compared, after both shifts?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens[:, :-1]), tokens[:, 1:])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.single_rows_skipped: A batch of a single row is not learned from.
    Hint: Which batches make no step in your loop?
    """
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        losses.append(loss.item())
        if len(tokens) < 2:
            continue
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return losses


def train(model, batches, lr):
    """train.single_rows_squeezed: A batch of a single row loses its first dimension.
    Hint: Call train with a batch of the shape (1, 6).
    """
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        tokens = tokens.squeeze()
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.step_before_backward: The step comes before .backward(), so it uses the gradients of the batch before.
    Hint: Follow a single batch through your loop. Which gradients does the step see?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.step()
        optimiser.zero_grad()
        loss.backward()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.surprising_batches_skipped: A batch with an unusually large loss is not learned from: it is skipped, or the
    loop ends there.
    Hint: Which batches make no step in your loop, and what could be learned from just those?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        losses.append(loss.item())
        if losses[-1] > 20:
            continue
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return losses


def train(model, batches, lr):
    """train.too_slow: Training is right step by step but does not get near the floor: plain gradient descent (SGD), for
    one, hardly moves at these learning rates.
    Hint: Print how far a weight moves in one step, and compare with lr. Which optimisers does the stub name?
    """
    model.train()
    optimiser = torch.optim.SGD(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.two_passes: The code goes through the batches more than once.
    Hint: Count the losses. Is there one for each batch?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in [*batches, *batches]:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.two_steps_a_batch: More than one step is made on each batch.
    Hint: Count the steps for a single batch.
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        for repeat in range(2):
            loss = next_token_loss(model(tokens), tokens)
            if repeat == 0:
                losses.append(loss.item())
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    return losses


def train(model, batches, lr):
    """train.uphill: The sign is wrong: the steps go uphill, and the loss grows.
    Hint: Plot the losses. Do they fall?
    """
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        (-loss).backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def train(model, batches, lr):
    """train.vectors_left_out: Only matrices are trained: biases, gains and other vectors are left out.
    Hint: Compare every parameter before and after the call.
    """
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
