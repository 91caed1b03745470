"""Part 4: training (train.py).

Nearly all checks train a given model of a few numbers (probes.py) and look at its weights afterwards, or at the losses.
Which optimiser it was is not judged, only where it gets: what is compared is scaled by the run itself, or has room for
Adam, AdamW, NAdam, Adamax and RMSprop with schedules, clipping and decay.
"""

from itertools import pairwise

import torch
from gradescope_utils.autograder_utils.decorators import number, weight

from softmark.checks import by_pattern, is_array, own_work, require, require_array, shape_of

LR = 0.01
"""At which the floor is reached. Everything else has to hold at any."""


@number("4.5")
@by_pattern
class TestTrain:
    """Trained weights differ with every optimiser: a mistake is known by which checks fail. A label counts once."""

    @weight(2.25)
    def test_next_words(self, student, draw):
        """learns: every word of a row but the last makes the word after it more likely."""
        batch = draw.permutation(9).view(3, 3)
        table = trained(student, [batch] * 4)
        for before, after in zip(batch[:, :-1].flatten(), batch[:, 1:].flatten(), strict=True):
            gained = table[before, after] - table[before].mean()
            require(bool(gained > 0), "training on rows of words did not make each next word more likely")

    @weight(2.25)
    def test_floor(self, student, draw):
        """learns: at lr = 0.01, 60 batches of a text bring the loss close to the lowest possible."""
        require_close_to_floor(above_floor(student, draw))

    @weight(2.25)
    @own_work
    def test_own_model(self, student, judge, draw, weights):
        """learns: your own `TransformerLM` learns to say whether one of three bits was a 1."""
        length, rows, chance = 3, 16, 0.2  # about half of all rows hold no 1
        words = draw.permutation(3)  # which tokens stand for 0, 1 and "="
        sizes = (3, length + 2, 16, 4, 1, 32)
        made = fresh_weights(weights, *sizes)
        batches = words[any_ones(draw, 40 * rows, length, chance)].view(40, rows, length + 2)
        fresh = words[any_ones(draw, 200, length, chance)]

        def right_after(steps):
            model = student.lm.TransformerLM(*sizes, weights=made, dtype="float32", train=True)
            student.train.train(model, list(batches[:steps]), 0.006)
            logits = judge.lm.TransformerLM(*sizes, weights=now(model, made), dtype="float32")(fresh)
            require_array(logits, fresh, "the logits")
            require(tuple(logits.shape) == (*fresh.shape, 3), "the trained model's logits have the wrong shape")
            return float((logits[:, -2].argmax(dim=-1) == fresh[:, -1]).double().mean())

        right = right_after(16)
        if right < 0.95 and above_floor(student, draw) <= CLOSE:  # to miss the floor costs once
            right = right_after(40)  # a learning rate that rises slowly takes longer
            require(
                right >= 0.95,
                f"the trained model answers {right:.0%} of fresh rows right; expected 95%",
                "the trained model answers too few fresh rows right",
            )

    @weight(1.5)
    def test_each_batch(self, student, draw):
        """one step a batch: exactly one, on every batch."""
        batches = apart(draw, 5)
        require_one_step(trained(student, batches, turns=True), batches)

    @weight(1.5)
    def test_before_the_next(self, student, draw):
        """one step a batch: before the next batch is looked at."""
        batches = apart(draw, 1) * 5
        losses = list_of_numbers(training(student, 3)[1](batches))
        moves = [abs(later - earlier) > 1e-6 for earlier, later in pairwise(losses)]
        require(all(moves), "where one batch comes five times, its loss is the same at some of them")

    @weight(1.5)
    def test_surprising_batches(self, student, draw):
        """one step a batch: also on a batch that is far more surprising than those before it."""
        batches = apart(draw, 7)
        given = zeros(21)
        for i, batch in enumerate(batches[1::2]):  # a loss of 12, 60, 300
            given[batch[0], batch[0]] = 12.0 * 5**i
        require_learned(trained(student, batches, given), batches)

    @weight(1.5)
    def test_batches_already_known(self, student, draw):
        """one step a batch: also on a batch that the model predicts all but surely."""
        batches = apart(draw, 5)
        given = zeros(15)
        for batch in batches:
            given[batch[0, :-1], batch[0, 1:]] = 12.0
        require_learned(trained(student, batches, given), batches)

    @weight(1.5)
    def test_single_rows(self, student, draw):
        """one step a batch: also on a batch of a single row."""
        batches = [batch[:1] for batch in apart(draw, 5)]
        require_one_step(trained(student, batches, turns=True), batches)

    @weight(1.5)
    def test_stream(self, student, draw):
        """one step a batch: batches may come as a stream that has no length and can be read only once."""
        batches = apart(draw, 5)
        model, train = training(student, 15, turns=True)
        train(student.probes.Stream(batches))
        require_one_step(table_of(model, 15), batches)

    @weight(1.5)
    def test_no_batches(self, student):
        """one step a batch: no batches leave the model as it was, and give an empty list."""
        model, train = training(student, 3)
        require(train([]) == [], "without batches `train` does not return an empty list")
        require(not table_of(model, 3).any(), "without batches the weights changed")

    @weight(1)
    def test_from_before(self, student, draw):
        """fresh gradients: those that were there before the call do not count."""
        batches = apart(draw, 2)
        model, train = training(student, 9)
        model.plant_gradient(draw(9, 9, scale=100.0))
        train(batches)
        table = table_of(model, 9)
        require_moved(table)
        require(not table[6:].any(), "words moved that stood in no batch, but had a gradient before")

    @weight(1)
    def test_own_alone(self, student, draw):
        """fresh gradients: those of earlier batches do not count again."""
        word, after, other, one, two, end = draw.permutation(6).tolist()
        moved = []
        for steps in (8, 24):
            batches = [rows(word, after, end)] + [rows(other, one, end), rows(other, two, end)] * steps
            moved.append(float(trained(student, batches, zeros(6))[word].abs().max()))
        # Momentum from one batch dies out; a gradient that is never zeroed keeps moving the word.
        require(moved[0] > 0, STILL)
        require(moved[1] <= 1.6 * moved[0], "a word was still moved long after the only batch that it stood in")

    @weight(1)
    def test_sent_back_once(self, student, draw):
        """fresh gradients: each batch sends its gradient back through the model once."""
        word, after, end = draw.permutation(5)[:3].tolist()
        row = trained(student, [rows(word, after, end)] * 2, zeros(5), once=True)[word]
        require_moved(row)
        sentence = "training on rows `a b` did not make b more likely after a: are gradients sent back twice?"
        require(bool(row.max() - row.median() > row.median() - row.min()), sentence)

    @weight(1)
    def test_large_and_small_batches(self, student, draw):
        """fresh gradients: of the mean loss, so many rows pull no harder than a few."""
        word, few, many, end = draw.permutation(5)[:4].tolist()
        row = trained(student, [rows(word, few, end), rows(word, many, end, 12)] * 12, zeros(5), gain=4.0)[word]
        require_moved(row)
        sentence = "a batch of twelve rows pulled harder than a batch of two"
        require(bool(4 * (row[many] - row[few]).abs() <= 0.35), sentence)

    @weight(0.75)
    def test_remembers(self, student, draw):
        """one optimiser: made once; its state lasts from the first batch to the last."""
        require_remembered(student, draw, 60, 1)

    @weight(0.75)
    def test_remembers_a_few(self, student, draw):
        """one optimiser: it remembers from one batch to the next."""
        require_remembered(student, draw, 12, 1)

    @weight(0.75)
    def test_remembers_other_shapes(self, student, draw):
        """one optimiser: it serves batches of every shape."""
        require_remembered(student, draw, 12, 2)

    @weight(0.5)
    def test_learning_rate(self, student, draw):
        """learning rate: `lr` is passed on."""
        batches = apart(draw, 3)
        require_moved(trained(student, batches))
        require(float(trained(student, batches, lr=1e-9).abs().max()) <= 5e-5, FAR)

    @weight(0.5)
    def test_learning_rate_of_each_call(self, student, draw):
        """learning rate: each call has its own."""
        batches = apart(draw, 3)
        model, train = training(student, 9)
        train(batches)
        before = table_of(model, 9)
        require_moved(before)
        train(batches, 1e-9)
        require(float((table_of(model, 9) - before).abs().max()) <= 5e-5, FAR)


@number("4.5")
class TestModelAndLosses:
    @weight(0.5)
    def test_losses(self, student, draw, same):
        """losses: a Python float for each batch, in order: its own, before its step."""
        batches = [batch.repeat(1 + i, 1) for i, batch in enumerate(apart(draw, 4))]
        given = draw(12, 12)
        # No word is in two batches, and decay moves no zeros: so no loss depends on the steps before it.
        losses = training(student, 12, given, gain=4.0)[1](batches)
        require(type(losses) is list, f"`train` returned {type(losses).__name__}; expected a list")
        require(len(losses) == 4, f"the list has {len(losses)} entries for 4 batches", "the list has the wrong length")
        kinds = {type(loss).__name__ for loss in losses}
        require(kinds == {"float"}, f"the list holds {', '.join(sorted(kinds))}", "the list holds no Python floats")
        same(losses, [price(given, batch) for batch in batches], what="the list of losses")

    @weight(0.5)
    def test_model_itself(self, student, draw):
        """in place: it is this model that is trained, not a copy, and it stays trained."""
        model, train = training(student, 6)
        train(apart(draw, 2))
        model.gradients_seen()  # tells known mistakes apart, and decides nothing
        require_moved(table_of(model, 6))

    @weight(0.5)
    @by_pattern
    def test_in_place(self, student, draw):
        """in place: every parameter of the model itself is trained, and again in a second call."""
        vocab, width = draw.sizes(2, low=4, high=7)
        weights = {
            "token_embedding.weight": draw(vocab, width),
            "gains": draw(width) + 1.5,
            "unembed.weight": draw(vocab, width),
            "unembed.bias": draw(vocab),
        }
        model, batches = student.probes.TinyModel(vocab, width, weights=weights), [draw.tokens(vocab, 3, 4)] * 3
        for _ in range(2):
            changed = student.train.train.observe(model, batches, LR).changed
            require(not changed, f"your code changed {', '.join(changed)}", "your code changed a batch")
            before, weights = weights, now(model, weights)
            still = [name for name, part in weights.items() if bool((part == before[name]).all())]
            require(not still, f"not trained: {', '.join(still)}", "some parameters of the model were not trained")


FAR = "with lr = 1e-9 the weights moved far"
STILL = "training left the model as it was"


def zeros(vocab):
    return torch.zeros(vocab, vocab)


def training(student, vocab, given=None, **options):
    """A table model, and how to train it."""
    weights = {"given": zeros(vocab) if given is None else given, "table": zeros(vocab)}
    model = student.probes.TableModel(vocab, weights=weights, **options)
    return model, lambda batches, lr=LR: student.train.train(model, batches, lr)


def trained(student, batches, given=None, lr=LR, **options):
    """The table after training on these batches."""
    vocab = 1 + max(int(batch.max()) for batch in batches) if given is None else len(given)
    model, train = training(student, vocab, given, **options)
    train(batches, lr)
    return table_of(model, vocab)


def table_of(model, vocab):
    return now(model, {"table": zeros(vocab)})["table"].double()


def now(model, before):
    """The model's weights as they are now. A model that has lost some is a wrong answer, and not a fault of ours."""
    found = model.weights()
    for name, old in before.items():
        there = isinstance(found, dict) and is_array(found.get(name)) and shape_of(found[name]) == shape_of(old)
        require(there, f"the model has no parameter {name} of its former shape any more")
    return {name: found[name] for name in before}


def apart(draw, count):
    """Batches of three words each that stand in no other, in rows that are all alike."""
    words = draw.permutation(3 * count).view(count, 3)
    return [row.repeat(draw.integer(2, 4), 1) for row in words]


def rows(word, after, end, count=2):
    """A batch of rows that all read "word after end"."""
    return torch.tensor([[word, after, end]] * count)


def require_moved(table):
    require(bool(table.any()), STILL)


def require_learned(table, batches):
    """Each batch moved the row of one of its words, in any direction."""
    for batch in batches:
        require(bool(table[batch[0]].any()), "the model did not learn from every batch")


def require_one_step(table, batches):
    """In each row that a batch moved, one word was pulled at, and all others give way alike: a second step would have
    pulled at another one."""
    require_learned(table, batches)
    for row in table[table.any(dim=1)]:
        far = (row - row.median()).abs()
        require(int((far > 0.001 * far.max()).sum()) == 1, "more than one step was made on a batch")


def require_remembered(student, draw, steps, shapes):
    """The first batch is steep, and the slopes of all others are next to nothing. One optimiser makes next to nothing
    of them; a new one knows no other slopes, and takes full steps against the first."""
    word, surprise, usual, end = draw.permutation(5)[:4].tolist()
    given = zeros(5)
    given[word, usual] = 12.0
    batches = [rows(word, usual, end, 2 + i % shapes) for i in range(steps)]
    row = trained(student, [rows(word, surprise, end), *batches], given)[word]
    require_moved(row)
    sentence = "small gradients after a large one moved the weights as if the large one had been forgotten"
    require(bool(row[surprise] > -7 * LR), sentence)


def list_of_numbers(losses):
    """The losses as floats; [] where they are no list of numbers, which is another check's business."""
    of_one = isinstance(losses, list) and all(isinstance(each, float) or shape_of(each) == () for each in losses)
    return [float(each) for each in losses] if of_one else []


def price(given, batch):
    """The mean loss on a batch of rows that are all alike."""
    predicted = torch.log_softmax(given.double(), dim=1)
    return -float(predicted[batch[0, :-1], batch[0, 1:]].mean())


CLOSE = 0.15
"""Nats above the floor. Adamax gets to 0.07, AdamW to 0.02, plain gradient descent to 0.27."""


def require_close_to_floor(distance):
    require(
        distance <= CLOSE,  # NaN is not close either
        f"after training, the expected loss is {distance:.3f} nats above the floor; at most {CLOSE} is allowed",
        "after training, the expected loss is too far above the floor",
    )


def above_floor(student, draw):
    """How far the expected loss on text whose next word depends on the last one lies above that of its source."""
    vocab, rows, n, steps, gain = 6, 8, 9, 60, 4.0
    ladder = 0.5 ** torch.arange(vocab, dtype=torch.float64)
    source = torch.stack([(ladder / ladder.sum())[draw.permutation(vocab)] for _ in range(vocab)])
    often = torch.linalg.matrix_power(source, 256)[0]
    chance = draw.tokens(2**20, n, steps * rows, 1).double() / 2**20
    text = [pick(often.expand(steps * rows, -1), chance[0])]
    for each in chance[1:]:
        text.append(pick(source[text[-1]], each))
    given = draw(vocab, vocab, scale=0.25)
    batches = list(torch.stack(text, dim=1).view(steps, rows, n))
    predicted = torch.log_softmax(given + gain * trained(student, batches, given, gain=gain), dim=1)
    return float((often * (source * (source.log() - predicted)).sum(dim=1)).sum())


def pick(probabilities, chance):
    """One word from each row of probabilities, by a number between 0 and 1 each."""
    return (probabilities.cumsum(dim=1) <= chance).sum(dim=1).clamp(max=probabilities.shape[1] - 1)


def any_ones(draw, rows, length, chance):
    """(rows, length + 2): bits that are 1 with the given chance, then 2 for "=", then whether any bit was a 1."""
    bits = (draw.tokens(2**20, rows, length) < chance * 2**20).long()
    return torch.cat([bits, torch.full((rows, 1), 2), bits.any(dim=1, keepdim=True).long()], dim=1)


def fresh_weights(weights, vocab, context, d, _, layers, d_ff):
    """A `TransformerLM` of one layer to set off from, which learns in a few steps: its words lie far apart, and it
    attends to all of them evenly."""
    norm = {"gamma": torch.ones(d), "beta": torch.zeros(d)}
    slight = {f"attention.W_{name}.weight": weights.matrix(d, d, gain=0.25) for name in "qkvo"}
    for name in "vo":
        slight[f"attention.W_{name}.weight"] += torch.eye(d)
    network = {
        "W_1.weight": weights.matrix(d_ff, d, gain=0.25),
        "W_1.bias": weights.numbers(d_ff, scale=0.125),
        "W_2.weight": weights.matrix(d, d_ff, gain=0.25),
        "W_2.bias": weights.numbers(d, scale=0.125),
    }
    parts = {"blocks.0.norm_1": norm, "blocks.0.norm_2": norm, "blocks.0.ffn": network, "final_norm": norm}
    made = {f"{part}.{name}": value for part, state in parts.items() for name, value in state.items()}
    own = torch.arange(d) % vocab == torch.arange(vocab).unsqueeze(1)  # each word has features of its own
    return (
        made
        | {f"blocks.0.{name}": value for name, value in slight.items()}
        | {
            "token_embedding.weight": weights.numbers(vocab, d, scale=0.25) + 3.0 * own,
            "position_embedding.weight": weights.numbers(context, d, scale=0.1),
            "unembed.weight": weights.matrix(vocab, d, gain=0.3),
        }
    )
