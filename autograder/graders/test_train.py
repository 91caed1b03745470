"""Part 4, last task: training (train.py).

The public and the hidden checks are these same functions on different numbers and sizes. Most of them train tiny given
models (probes.py) on a source whose floor, the least loss that any model can reach, is known exactly. Which optimiser
you use is not judged, only where it gets: the checks of the floor have room for all those that the stub names, the
others for any optimiser of `torch.optim` that makes one step for one gradient.
"""

import math

import torch
from block_weights import fresh_lm_weights, weights_now
from properties import require_unchanged

from softmark.checks import by_pattern, item, own_work, require, require_array, rests_on

# Training gives other numbers with every optimiser, so a mistake shows in which of these checks fail.


def table_model(student, draw, vocab, gain=4.0, scale=0.25, notes=False):
    """A given model whose logits after word a are `gain` times row a of its table; and the table.

    With `scale` 0 it starts with zeros: decay, which looks at no text, has nothing to move then. With `notes` it keeps
    count of the gradients that it is sent.
    """
    table = draw(vocab, vocab, scale=scale)
    return student.probes.TableModel(vocab, gain=gain, notes=notes, weights={"table": table}), table


def table_now(model, before):
    """The model's table as it is now, in the place of `before`."""
    return weights_now(model, {"table": before})["table"].double()


def above_floor(model, probabilities, often, gain):
    """How far the trained model's expected loss lies above that of the source itself, worked out exactly."""
    predicted = torch.log_softmax(gain * table_now(model, probabilities), dim=1)
    surprise = (probabilities * (probabilities.log() - predicted)).sum(dim=1)  # after each word
    return float((often * surprise).sum())


CLOSE = 0.15
"""Nats above the floor."""


def require_close_to_floor(distance):
    require(
        distance <= CLOSE,  # NaN is not close either
        f"after training, the expected loss is {distance:.3f} nats above the floor; at most {CLOSE} is allowed",
        "after training, the expected loss is too far above the floor",
    )


def above_markov_floor(student, draw):
    """How far above the floor `train` gets on text whose next word depends on the last one."""
    vocab, rows, n, steps, gain = 6, 8, 9, 110, 2.5
    probabilities, often = markov_source(draw, vocab)
    text = markov_text(draw, probabilities, often, steps * rows, n)
    model, _ = table_model(student, draw, vocab, gain)
    student.train.train(model, list(text.reshape(steps, rows, n)), 0.01)
    return above_floor(model, probabilities, often, gain)


def pays_for_the_floor(student, draw):
    """Whether the floor is missed where a sentence is about nothing else: that costs once, and nothing here. It is
    asked for only where something else is missed as well."""
    return not above_markov_floor(student, draw) <= CLOSE


def numbers(losses, count):
    """The list of losses as floats; whether they were Python floats is another check's business."""
    require(isinstance(losses, list | tuple), "`train` did not return a list")
    require(
        len(losses) == count,
        f"`train` returned {len(losses)} numbers for {count} batches",
        "the list does not have one number for each batch",
    )
    single = [isinstance(loss, int | float) or (torch.is_tensor(loss) and loss.numel() == 1) for loss in losses]
    require(all(single), "the list holds something that is not one number")
    return [float(loss) for loss in losses]


def require_more_likely(model, start, before, after):
    """The row of `before` moved towards `after`, however little."""
    change = (table_now(model, start) - start)[before]
    gained = float(change[after] - change.mean())
    require(gained > -1e-6, "training on rows `a b` made b less likely after a")
    require(gained > 1e-6, "training on rows `a b` left the model as it was")


def require_nothing_left_over(model, whence):
    """Whenever a gradient arrived, `.grad` held that gradient and nothing else."""
    left = model.attribute("left_over")
    require(
        isinstance(left, float) and left <= 1e-5,
        f"a step was made with a gradient from {whence} still in `.grad`",
    )


def require_learned(model, order):
    """Gradients came from each batch once, in order; batches are known by their first words."""
    learned = model.attribute("learned")
    require(
        isinstance(learned, list) and all(isinstance(word, int) for word in learned) and learned == order,
        f"{len(order)} batches begin with the words {order}; gradients came from batches that begin with {learned}",
        "gradients did not come from each batch once, in order",
    )


TINY_LR = 0.001
"""A gradient hardly turns while a few steps of this size are made."""


def tiny_weights(draw, vocab, width):
    return {
        "token_embedding.weight": draw(vocab, width),
        "gains": draw(width) + 1.5,
        "unembed.weight": draw(vocab, width),
        "unembed.bias": draw(vocab),
    }


def slopes(weights, tokens):
    """The gradient of the loss on one batch in each weight of a `TinyModel`."""
    given = {name: part.double().requires_grad_(True) for name, part in weights.items()}
    seen = given["token_embedding.weight"][tokens[:, :-1]] * given["gains"]
    logits = seen @ given["unembed.weight"].T + given["unembed.bias"]
    loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
    return dict(zip(given, torch.autograd.grad(loss, list(given.values())), strict=True))


def downhill(change, slope, farthest):
    """How much of the slope the weights moved against, from 0 to 1, where they moved at all.

    Every optimiser scales its steps in its own way, and decay pulls at weights whose slope is slight; the direction of
    the others is the gradient's. `farthest` is how far any weight moved: beside it, a slight change is rounding.
    """
    steep = torch.where(slope.abs() >= 0.05 * slope.abs().max(), slope.abs(), 0.0)
    most = float(change.abs().max())
    moved = change.abs() > 0.02 * most
    if not most > 0.01 * farthest or not (steep * moved).sum() >= 0.2 * steep.sum():
        return 0.0
    return float((steep * moved * (change * slope < 0)).sum() / (steep * moved).sum())


OWN_GRADIENT = (
    "Each step follows the gradient of its own batch alone, which is sent back through the model once. Nothing is left "
    "over from earlier batches, nor from before the call."
)


@item("4.5")
@by_pattern
class TestTrain:
    @rests_on(OWN_GRADIENT)
    def test_follows_the_gradients(self, student, draw):
        """The steps go downhill: the weights move against the gradients of the batches."""
        vocab, width = draw.sizes(2, low=7, high=10)
        before = tiny_weights(draw, vocab, width)
        for texts in (with_the_same_end(draw, vocab), with_the_same_next_but_one(draw, vocab)):
            after = []
            for text in texts:
                model = student.probes.TinyModel(vocab, width, weights=before)
                student.train.train(model, [text] * 4, TINY_LR)
                after.append(weights_now(model, before))
            one, other = (slopes(before, text) for text in texts)
            for name in ("token_embedding.weight", "unembed.weight"):
                # Where the two texts pull in opposite directions: what moves the weights without looking at the text,
                # such as decay, moves them alike.
                apart = torch.where(one[name] * other[name] < 0, one[name] - other[name], 0.0)
                farthest = max(float((trained[name] - before[name]).abs().max()) for trained in after)
                share = downhill(after[0][name].double() - after[1][name].double(), apart, farthest)
                require(
                    share >= 0.75,
                    f"{share:.0%} of {name} moved against the gradients of the batches; expected nearly all",
                    "the weights did not move against the gradients of the batches",
                )

    @rests_on("It learns: the words that follow each other in the batches become more likely.")
    def test_learns(self, student, draw):
        """A list of batches: afterwards the words that follow in them are more likely than before."""
        vocab = draw.integer(4, 7)
        before, after = draw.permutation(vocab)[:2].tolist()
        model, start = table_model(student, draw, vocab, scale=0.0)
        student.train.train(model, [pairs(before, after)] * 8, 0.01)
        require_more_likely(model, start, before, after)

    @rests_on("The numbers are finite floats, each the loss of its own batch alone.")
    def test_list_of_floats(self, student, draw):
        """One Python float for each batch, all finite."""
        vocab, count = draw.sizes(2, low=3, high=6)
        model, _ = table_model(student, draw, vocab)
        losses = student.train.train(model, draw_batches(draw, vocab, count), 0.01)
        require(type(losses) is list, f"`train` returned {type(losses).__name__}; expected a list")
        require(
            len(losses) == count,
            f"the list has {len(losses)} entries for {count} batches"
            if len(losses) != 1
            else f"the list has one entry for {count} batches: does the function return inside its loop?",
            "the list does not have one entry for each batch",
        )
        kinds = {type(loss).__name__ for loss in losses}
        require(
            kinds == {"float"},
            f"the list holds values of type {', '.join(sorted(kinds))}; expected float",
            "the list holds something other than Python floats",
        )
        require(all(math.isfinite(loss) for loss in losses), "the list holds NaN or infinity")

    @rests_on("The numbers are finite floats, each the loss of its own batch alone.")
    @by_pattern(False)  # where nothing moves, every optimiser gives the same numbers
    def test_loss_of_each_batch(self, student, reference, draw, same):
        """The numbers are the batches' own losses, in order (with a learning rate so small that nothing moves)."""
        vocab, count = draw.sizes(2, low=4, high=7)
        table = {"table": draw(vocab, vocab)}
        batches = draw_batches(draw, vocab, count)
        mine, theirs = (who.probes.TableModel(vocab, weights=table) for who in (student, reference))
        losses = numbers(student.train.train(mine, batches, 1e-9), count)
        same(losses, reference.train.train(theirs, batches, 1e-9), what="the list of losses", loosen=100.0)

    @rests_on("The first is the loss of the model as it was handed over.")
    def test_first_loss(self, student, reference, draw, same):
        """The first number is the loss of the model as it was handed over, before any step."""
        vocab, count = draw.sizes(2, low=4, high=7)
        table = {"table": draw(vocab, vocab)}
        batches = draw_batches(draw, vocab, count)
        mine, theirs = (who.probes.TableModel(vocab, gain=4.0, weights=table) for who in (student, reference))
        losses = numbers(student.train.train(mine, batches, 0.01), count)
        same(losses[0], reference.train.train(theirs, batches, 0.01)[0], what="the first loss", loosen=100.0)

    @rests_on("It learns: the words that follow each other in the batches become more likely.")
    def test_losses_fall(self, student, draw):
        """Where the same batch comes again and again, its loss falls within the call."""
        vocab = draw.integer(4, 7)
        before, after = draw.permutation(vocab)[:2].tolist()
        model, _ = table_model(student, draw, vocab)
        losses = numbers(student.train.train(model, [pairs(before, after)] * 12, 0.01), 12)
        require(
            losses[-1] < losses[0],
            f"the loss on a batch that comes 12 times was {losses[0]:.3f} at first and {losses[-1]:.3f} in the end",
            "the loss on a batch that comes again and again does not fall",
        )

    @rests_on("Exactly one optimiser step for each batch, in the order they come.")
    def test_each_batch_once(self, student, draw):
        """Every batch is learned from exactly once, in the order they come."""
        vocab = draw.integer(5, 8)
        order = draw.permutation(vocab).tolist()
        batches = draw_batches(draw, vocab, vocab)
        for batch, first in zip(batches, order, strict=True):
            batch[0, 0] = first
        model, _ = table_model(student, draw, vocab, notes=True)
        student.train.train(model, batches, 0.01)
        require_learned(model, order)

    @rests_on("Exactly one optimiser step for each batch, in the order they come.")
    def test_surprising_batches(self, student, draw):
        """A batch that is far more surprising than those before it is learned from like any other."""
        vocab = draw.integer(7, 10)
        order = draw.permutation(vocab).tolist()
        model, table = halfway_model(student, order)
        # every other batch shows a word where it was all but sure not to come: at a loss of 12, 60, 300, …
        surprising = range(1, vocab - 1, 2)
        batches = [pairs(word, word if i in surprising else order[i - 1]) for i, word in enumerate(order)]
        student.train.train(model, batches, 0.01)
        require_learned(model, order)
        moved = table_now(model, table) - table
        for i in surprising:  # from 0, where decay moves nothing
            gained = float(moved[order[i], order[i]])
            require(gained > 1e-6, "a batch with a large loss left the model as it was")

    @rests_on("Exactly one optimiser step for each batch, in the order they come.")
    def test_batches_already_known(self, student, draw):
        """A batch that the model predicts all but surely is learned from like any other."""
        vocab = draw.integer(5, 8)
        order = draw.permutation(vocab).tolist()
        table = torch.zeros(vocab, vocab)
        table[order[1:], [*order[2:], order[0]]] = 12.0
        batches = [pairs(word, order[i + 1 - vocab]) for i, word in enumerate(order)]
        model = student.probes.TableModel(vocab, notes=True, weights={"table": table})
        student.train.train(model, batches, 0.01)
        require_learned(model, order)

    @rests_on("Exactly one optimiser step for each batch, in the order they come.")
    def test_single_rows(self, student, draw):
        """Batches of a single row are learned from like any other, each once."""
        vocab, n = draw.sizes(2, low=5, high=8)
        order = draw.permutation(vocab).tolist()
        batches = [draw.tokens(vocab, 1, n) for _ in order]
        for batch, first in zip(batches, order, strict=True):
            batch[0, 0] = first
        model, _ = table_model(student, draw, vocab, notes=True)
        student.train.train(model, batches, 0.01)
        require_learned(model, order)

    @rests_on("Exactly one optimiser step for each batch, in the order they come.")
    def test_one_batch(self, student, draw):
        """A single batch already makes the words that follow more likely."""
        vocab = draw.integer(4, 7)
        before, after = draw.permutation(vocab)[:2].tolist()
        model, start = table_model(student, draw, vocab, scale=0.0)
        student.train.train(model, [pairs(before, after)], 0.01)
        require_more_likely(model, start, before, after)

    @rests_on("`lr` is passed on.")
    def test_learning_rate(self, student, draw):
        """`lr` decides how far a step goes: with a tiny one the weights hardly move."""
        vocab, count = draw.sizes(2, low=4, high=7)
        model, start = table_model(student, draw, vocab)
        student.train.train(model, draw_batches(draw, vocab, count), 1e-9)
        moved = float((table_now(model, start) - start).abs().max())
        require(moved <= 5e-5, f"with lr = 1e-9 a weight moved by {moved:.2g}", "with a tiny lr the weights moved far")

    @rests_on("`lr` is passed on.")
    def test_learning_rate_of_each_call(self, student, draw):
        """Each call has its own `lr`: after a call with a usual one, the weights hardly move with a tiny one."""
        vocab, count = draw.sizes(2, low=4, high=7)
        model, start = table_model(student, draw, vocab)
        student.train.train(model, draw_batches(draw, vocab, count), 0.01)
        start = table_now(model, start)
        student.train.train(model, draw_batches(draw, vocab, count), 1e-9)
        moved = float((table_now(model, start) - start).abs().max())
        require(
            moved <= 5e-5,
            f"with lr = 1e-9 in a second call a weight moved by {moved:.2g}",
            "with a tiny lr in a second call the weights moved far",
        )

    @rests_on(OWN_GRADIENT)
    def test_own_gradient_alone(self, student, draw):
        """Each step follows the gradient of its own batch: none of an earlier batch is left over in it."""
        vocab, count = draw.sizes(2, low=4, high=7)
        model, _ = table_model(student, draw, vocab, notes=True)
        student.train.train(model, draw_batches(draw, vocab, count), 0.01)
        require_nothing_left_over(model, "earlier batches")

    @rests_on(OWN_GRADIENT)
    def test_gradients_from_before(self, student, draw):
        """Gradients that were there before the call do not count."""
        vocab, count = draw.sizes(2, low=4, high=7)
        model, _ = table_model(student, draw, vocab, notes=True)
        model.plant_gradient(draw(vocab, vocab, scale=100.0))
        student.train.train(model, draw_batches(draw, vocab, count), 0.01)
        require_nothing_left_over(model, "before the call")

    @rests_on("`train` can be called again afterwards.")
    def test_called_again(self, student, draw):
        """`train` can be called again on other text: nothing is left over from the first call, nor frozen."""
        vocab = draw.integer(4, 7)
        word, early, late = draw.permutation(vocab)[:3].tolist()
        model, start = table_model(student, draw, vocab, scale=0.0)
        student.train.train(model, [pairs(word, early)] * 30, 0.01)
        start = table_now(model, start)
        student.train.train(model, [pairs(word, late)] * 4, 0.01)
        change = (table_now(model, start) - start)[word]
        gained = float(change[late] - change[early])
        require(gained > 1e-6, "the second call did not make its own words more likely than those of the first")

    @rests_on("Every parameter is trained, in place.")
    def test_every_parameter(self, student, draw):
        """Every parameter of the model is trained: embeddings, gains, matrices and biases."""
        vocab, width = draw.sizes(2, low=4, high=7)
        weights = {
            "token_embedding.weight": draw(vocab, width),
            "gains": draw(width) + 1.5,
            "unembed.weight": draw(vocab, width),
            "unembed.bias": draw(vocab),
        }
        model = student.probes.TinyModel(vocab, width, weights=weights)
        student.train.train(model, draw_batches(draw, vocab, 3), 0.01)
        trained = weights_now(model, weights)
        still = [name for name, before in weights.items() if not (trained[name] - before).abs().max() > 0]
        require(not still, f"not trained: {', '.join(still)}", "some parameters of the model were not trained")

    @rests_on("Exactly one optimiser step for each batch, in the order they come.")
    def test_stream_of_batches(self, student, draw):
        """Batches may come as a stream that has no length and can be read only once."""
        vocab, count = draw.sizes(2, low=4, high=7)
        model, start = table_model(student, draw, vocab)
        stream = student.probes.Stream(draw_batches(draw, vocab, count))
        numbers(student.train.train(model, stream, 0.01), count)
        moved = float((table_now(model, start) - start).abs().max())
        require(moved > 0, "the model was not trained on the stream")

    @rests_on("No batches: an empty list.")
    def test_no_batches(self, student, draw, same):
        """No batches: an empty list, and the model stays as it was."""
        model, start = table_model(student, draw, 4)
        same(student.train.train(model, [], 0.01), [], what="the list of losses")
        same(table_now(model, start), start.double(), what="the weights")

    @rests_on("The batches are not changed.")
    def test_batches_unchanged(self, student, draw):
        """Training does not change the batches."""
        vocab, count = draw.sizes(2, low=3, high=6)
        model, _ = table_model(student, draw, vocab)
        require_unchanged(student.train.train.observe(model, draw_batches(draw, vocab, count), 0.01))

    @rests_on("It comes close to the floor of small sources.")
    def test_reaches_the_floor(self, student, draw):
        """On text whose next word depends on the last one, the trained model comes close to the floor."""
        require_close_to_floor(above_markov_floor(student, draw))

    @rests_on("One optimiser serves the whole call: where single batches mislead, it averages over many.")
    def test_optimiser_remembers(self, student, draw):
        """Where single batches mislead, the optimiser averages over many, whatever their shapes, and still comes close
        to the floor."""
        batches, probabilities = misleading_batches(draw)
        # Every other one has its rows twice: another shape, and the same loss.
        batches = [batch.repeat(1 + i % 2, 1) for i, batch in enumerate(batches)]
        vocab, gain = len(probabilities), 5.0
        model = student.probes.TableModel(vocab, gain=gain, weights={"table": torch.zeros(vocab, vocab)})
        student.train.train(model, batches, 0.01)
        distance = above_floor(model, probabilities, 1 / vocab, gain)
        if distance <= CLOSE or not pays_for_the_floor(student, draw):
            require_close_to_floor(distance)

    @rests_on("One optimiser serves the whole call: where single batches mislead, it averages over many.")
    def test_optimiser_remembers_to_the_end(self, student, draw):
        """A hundred batches later, the optimiser still knows how steep the first one was."""
        vocab, lr = draw.integer(4, 7), 0.01
        word, surprise, usual = draw.permutation(vocab)[:3].tolist()
        table = torch.zeros(vocab, vocab)
        table[word, usual] = 12.0
        model = student.probes.TableModel(vocab, weights={"table": table})
        student.train.train(model, [pairs(word, surprise), *[pairs(word, usual)] * 100], lr)
        # The slopes of all but the first batch are next to nothing. One optimiser makes next to nothing of them; a new
        # one knows no other slopes, and takes full steps against the surprise.
        gained = float((table_now(model, table) - table)[word, surprise])
        if gained < -5 * lr and not pays_for_the_floor(student, draw):
            require(False, "slight slopes after a steep one were followed as if the steep one had been forgotten")

    @rests_on("It trains your own `TransformerLM` too, on short rows of bits.")
    @own_work
    def test_any_ones(self, student, judge, draw, weights):
        """Your own TransformerLM learns from short rows of bits to say at the end whether one of them was a 1."""
        length, d_model, n_heads, d_ff, rows = 3, 16, 4, 32, 16
        words = draw.permutation(3)  # which tokens stand for 0, 1 and "="
        chance = 1 - 0.5 ** (1 / length)  # half of all rows hold no 1
        sizes = (3, length + 2, d_model, n_heads, 1, d_ff)
        made = fresh_lm_weights(weights, 3, length + 2, d_model, d_ff)
        batches = list(words[any_ones(draw, 60 * rows, length, chance)].reshape(60, rows, length + 2))
        fresh = words[any_ones(draw, 400, length, chance)]

        def right_after(steps):
            model = student.lm.TransformerLM(*sizes, weights=made, dtype="float32", train=True)
            student.train.train(model, batches[:steps], 0.004)
            trained = judge.lm.TransformerLM(*sizes, weights=weights_now(model, made), dtype="float32")
            logits = trained(fresh)
            require_array(logits, fresh, "the logits")
            require(logits.shape == (*fresh.shape, 3), "the trained model's logits have the wrong shape")
            return float((logits[:, -2].argmax(dim=-1) == fresh[:, -1]).double().mean())

        right = right_after(24)
        if right < 0.95:  # a learning rate that rises slowly takes longer
            right = right_after(60)
        require(
            right >= 0.95 or pays_for_the_floor(student, draw),
            f"the trained model answers {right:.0%} of fresh rows right; expected 95%",
            "the trained model answers too few fresh rows right",
        )


def draw_batches(draw, vocab, count):
    """Some batches of tokens, each of another shape."""
    return [draw.tokens(vocab, draw.integer(2, 5), draw.integer(3, 7)) for _ in range(count)]


def halfway_model(student, order):
    """A given model that expects two words alike after each word, its neighbours in `order`; and its table.

    It is surer after some words than after others, so a third word costs it 12, 60, 300, …
    """
    vocab = len(order)
    table = torch.zeros(vocab, vocab)
    for i, word in enumerate(order):
        table[word, [order[i - 1], order[i + 1 - vocab]]] = 12.0 * 5 ** (i // 2)
    return student.probes.TableModel(vocab, notes=True, weights={"table": table}), table


def misleading_batches(draw):
    """Batches that each show one follower of each word, and how often the words follow each other in all of them."""
    counts, rounds = [8, 4, 2, 1], 7  # after each word the others follow so often, out of 15
    vocab = len(counts)
    order = torch.stack([draw.permutation(vocab) for _ in range(vocab)])
    follower = order.repeat_interleave(torch.tensor(counts), dim=1)
    word = torch.arange(vocab)
    batches = []
    for _ in range(rounds):
        turns = torch.stack([draw.permutation(sum(counts)) for _ in range(vocab)])
        batches += [torch.stack([word, follower[word, turn]], dim=1) for turn in turns.T]
    probabilities = torch.zeros(vocab, vocab, dtype=torch.float64)
    probabilities.scatter_(1, order, torch.tensor(counts, dtype=torch.float64).expand(vocab, vocab) / sum(counts))
    return batches, probabilities


def with_the_same_end(draw, vocab):
    """Two texts: one reads backwards what the other reads forwards, but both end each row with the same two words."""
    tokens = torch.stack([draw.permutation(vocab) for _ in range(3)])  # no word comes after itself
    return tokens, torch.cat([tokens[:, :-2].flip(1), tokens[:, -2:]], dim=1)


def with_the_same_next_but_one(draw, vocab):
    """Two texts of four words that come round, forwards and backwards: the next but one is the same."""
    tokens = torch.stack([draw.permutation(vocab)[:4] for _ in range(3)])
    tokens = torch.cat([tokens, tokens[:, :2]], dim=1)  # each word has a next but one, once
    return tokens, tokens.flip(1)


def pairs(before, after):
    """A batch of rows that all read "before after"."""
    return torch.tensor([[before, after]] * 4)


def markov_source(draw, vocab):
    """A source whose next word depends on the last one: the probabilities, and how often each word comes up."""
    ladder = 0.5 ** torch.arange(vocab, dtype=torch.float64)
    rows = [(ladder / ladder.sum())[draw.permutation(vocab)] for _ in range(vocab)]
    probabilities = torch.stack(rows)
    return probabilities, torch.linalg.matrix_power(probabilities, 256)[0]


def markov_text(draw, probabilities, often, rows, n):
    """(rows, n) tokens of such a source."""
    chance = draw.tokens(2**20, rows, n).double() / 2**20
    words = [pick(often.expand(rows, -1), chance[:, 0])]
    for place in range(1, n):
        words.append(pick(probabilities[words[-1]], chance[:, place]))
    return torch.stack(words, dim=1)


def pick(probabilities, chance):
    """One word from each row of probabilities, by a number between 0 and 1 each."""
    below = probabilities.cumsum(dim=1) <= chance.unsqueeze(1)
    return below.sum(dim=1).clamp(max=probabilities.shape[1] - 1)


def any_ones(draw, rows, length, chance):
    """(rows, length + 2): bits that are 1 with the given chance, then 2 for "=", then whether any bit was a 1."""
    bits = (draw.tokens(2**20, rows, length) < chance * 2**20).long()
    return torch.cat([bits, torch.full((rows, 1), 2), bits.any(dim=1, keepdim=True).long()], dim=1)
