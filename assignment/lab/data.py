"""Text with a known floor: two small sources, and the least loss that any model can reach on them.

Nobody knows how well the best possible model of English would do. Here we do know, because we made the
text: every random choice is written down below, so its entropy can be added up exactly. Then "my loss is
0.22" becomes "my loss is 1% above the floor", and a bug has nowhere to hide.

    any-ones   0 0 1 0 = 1                           did the row hold a 1? The last token says so.
    wills      Noor raised twins … it goes to them   a noun early on decides a word far after it.

Every source has the same interface: see `Source`. All numbers are in nats, the unit of the natural log.
"""

import functools
import itertools
import math
from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor

Seed = int | list[int] | np.random.Generator


def entropy(probs) -> float:
    """H(p) = −Σ p log p in nats; an outcome that never happens adds nothing."""
    p = np.asarray(probs, dtype=float)
    p = p[p > 0]
    return float(-(p * np.log(p)).sum())


class Source:
    """Rows of exactly `n` tokens, drawn from a distribution that we know."""

    name: str
    vocab: list[str]
    n: int
    chance: float  # how often a blind guess at the answer is right

    # What each source fills in --------------------------------------------------------------------------

    def sample(self, count: int, seed: Seed) -> Tensor:
        """(count, n) int64 token numbers. The same seed gives the same rows."""
        raise NotImplementedError

    def log_prob(self, rows: Tensor) -> Tensor:
        """(count,) exact log P(row), for rows that this source can produce."""
        raise NotImplementedError

    def entropy_per_row(self) -> float:
        """H(w_1 … w_n): the average of −log P(row), worked out rather than sampled."""
        raise NotImplementedError

    def first_probs(self) -> np.ndarray:
        """(vocab,) how often each token comes first."""
        raise NotImplementedError

    def describe(self) -> str:
        """One sentence for a person."""
        raise NotImplementedError

    # What follows from it -------------------------------------------------------------------------------

    def entropy_per_token(self) -> float:
        return self.entropy_per_row() / self.n

    @property
    def floor(self) -> float:
        """The least mean next-token loss that any model can reach.

        A language model is asked for w_2 … w_n and never for w_1, so the first token's share is taken off:

            floor = (H(w_1 … w_n) − H(w_1)) / (n − 1)
        """
        return (self.entropy_per_row() - entropy(self.first_probs())) / (self.n - 1)

    def floor_of(self, rows: Tensor) -> float:
        """What the perfect model, the source itself, pays on these very rows.

        On average it is `floor`. A small sample is luckier or unluckier than that, and a model should be
        judged against the luck of the rows that it was shown.
        """
        first = torch.tensor(self.first_probs())[rows[:, 0]].log()
        return float((first - self.log_prob(rows)).mean()) / (self.n - 1)

    def batches(self, count: int, size: int, seed: Seed) -> Iterator[Tensor]:
        """`count` fresh batches of `size` rows: what `train` of task 4.5 consumes."""
        rng = np.random.default_rng(seed)
        for _ in range(count):
            yield self.sample(size, rng)

    def encode(self, text: str) -> Tensor:
        """Words separated by spaces → (number of words,) token numbers."""
        numbers = {word: number for number, word in enumerate(self.vocab)}
        for word in text.split():
            if word not in numbers:
                raise ValueError(f"{self.name} does not know the word {word!r}; it knows: {' '.join(self.vocab)}")
        return torch.tensor([numbers[word] for word in text.split()], dtype=torch.int64)

    def decode(self, tokens: Tensor) -> str:
        """Token numbers → words separated by spaces; the padding is left out."""
        words = [self.vocab[int(token)] for token in tokens]
        return " ".join(word for word in words if word != END)


END = "<end>"  # fills a short sentence up to n tokens; never a surprise, so it costs 0 nats


class AnyOnes(Source):
    """`length` bits, then `=`, then the answer: 1 if any bit was a 1, else 0.

    Each bit is a 1 with the same small probability p, chosen so that half of all rows hold no 1:
    (1 − p)^length = 1/2. So guessing is right half of the time, and `1` followed by a hundred zeros is not
    a freak but the kind of row that the answer hangs on.

    Entropy: every bit costs H(p); `=` and the answer follow from what stands before them and cost nothing.
    """

    name = "any-ones"
    chance = 1 / 2

    def __init__(self, length: int = 101):
        if length < 1:
            raise ValueError(f"any-ones needs at least one bit in a row, not {length}")
        self.vocab = ["0", "1", "="]
        self.length = length
        self.n = length + 2
        self.p = 1 - 0.5 ** (1 / length)

    def rows(self, bits: np.ndarray) -> Tensor:
        """(count, length) bits → (count, n) whole rows, with `=` and the right answer after them."""
        ask = np.full((len(bits), 1), self.vocab.index("="))
        return torch.from_numpy(np.hstack([bits, ask, bits.any(axis=1, keepdims=True)]).astype(np.int64))

    def sample(self, count: int, seed: Seed) -> Tensor:
        rng = np.random.default_rng(seed)
        return self.rows(rng.random((count, self.length)) < self.p)

    def log_prob(self, rows: Tensor) -> Tensor:
        ones = rows[:, : self.length].sum(dim=1).double()
        return ones * math.log(self.p) + (self.length - ones) * math.log(1 - self.p)

    def entropy_per_row(self) -> float:
        return self.length * entropy([self.p, 1 - self.p])

    def first_probs(self) -> np.ndarray:
        return np.array([1 - self.p, self.p, 0.0])

    def answer_at(self, rows: Tensor) -> Tensor:
        """(count,) where in each row the answer stands."""
        return torch.full((len(rows),), self.n - 1)

    def by_distance(self, count: int, seed: Seed) -> dict[str, Tensor]:
        """`count` rows for each of some numbers of zeros after the last 1; before that 1 the bits are free.

        Rows like these are rare in a sample, so they are built. The last group is the row without any 1.
        """
        rng = np.random.default_rng(seed)
        groups = {}
        for zeros in sorted({z for z in (0, 1, 2, 5, 10, 20, 50) if z < self.length} | {self.length - 1}):
            bits = rng.random((count, self.length)) < self.p
            last = self.length - 1 - zeros
            bits[:, last], bits[:, last + 1 :] = True, False
            groups[str(zeros)] = self.rows(bits)
        groups["no 1"] = self.rows(np.zeros((1, self.length), dtype=bool))
        return groups

    def obeys(self, row: Tensor) -> bool:
        """Could this row have come from here? `=` in its place, and the right answer after it."""
        return bool((row == self.rows(row[None, : self.length].numpy() == 1)[0]).all())

    def describe(self) -> str:
        return f"any-ones: {self.length} bits, then =, then 1 if any bit was a 1 (half of the rows hold none)"


# A sentence of wills takes one phrase from each slot, every phrase of a slot equally likely. "" means that
# the sentence goes on without one, so 5 to 35 words stand between the heir and the pronoun.
HEIRS = {"a girl": "her", "a boy": "him", "twins": "them"}
SLOTS = [
    ["Ada", "Bram", "Noor", "Otis"],
    ["raised", "adopted"],
    list(HEIRS),
    ["", "in a mill by the river", "above the old bakery"],
    ["", "through three hard winters", "during the long drought"],
    ["", "with two goats and a piano", "beside a very noisy neighbour"],
    ["", "and told nobody about it", "and wrote home every single week"],
    ["so", "and when the will was read"],
    ["the house goes to", "every clock belongs to", "the boat and the bees go to"],
]


class Wills(Source):
    """Sentences about who inherits: `Noor raised twins above the old bakery so the house goes to them .`

    Entropy: a slot of k equally likely phrases costs log k. The pronoun, the full stop and the padding
    follow from what stands before them and cost nothing. So all sentences are equally likely, and

        H(sentence) = Σ over slots of log(number of phrases) = log(number of sentences)

    which holds because no sentence can be read in two ways (a test counts them).
    """

    name = "wills"
    chance = 1 / 3

    def __init__(self, slots: list[list[str]] = SLOTS):
        self.slots = slots
        words = {word for slot in slots for phrase in slot for word in phrase.split()}
        self.vocab = [*sorted(words), *HEIRS.values(), ".", END]
        longest = sum(max(len(phrase.split()) for phrase in slot) for slot in slots)
        self.n = longest + 2  # and the pronoun, and the full stop

    def sentence(self, phrases: list[str] | tuple[str, ...]) -> str:
        """One phrase from each slot → the sentence, with the pronoun that its heir asks for."""
        pronoun = next(HEIRS[phrase] for phrase in phrases if phrase in HEIRS)
        return " ".join([*" ".join(phrases).split(), pronoun, "."])

    def row(self, sentence: str) -> Tensor:
        """The sentence as (n,) tokens, padded with `<end>`."""
        return self.encode(sentence + f" {END}" * (self.n - len(sentence.split())))

    def sample(self, count: int, seed: Seed) -> Tensor:
        rng = np.random.default_rng(seed)
        picks = np.stack([rng.integers(len(slot), size=count) for slot in self.slots], axis=1)
        phrases = ([slot[i] for slot, i in zip(self.slots, pick, strict=True)] for pick in picks)
        return torch.stack([self.row(self.sentence(chosen)) for chosen in phrases])

    @functools.cached_property
    def all_sentences(self) -> set[str]:
        return {self.sentence(phrases) for phrases in itertools.product(*self.slots)}

    def log_prob(self, rows: Tensor) -> Tensor:
        return torch.full((len(rows),), -self.entropy_per_row(), dtype=torch.float64)

    def entropy_per_row(self) -> float:
        return sum(math.log(len(slot)) for slot in self.slots)

    def first_probs(self) -> np.ndarray:
        probs = np.zeros(len(self.vocab))
        for phrase in self.slots[0]:
            probs[self.vocab.index(phrase.split()[0])] += 1 / len(self.slots[0])
        return probs

    def answer_at(self, rows: Tensor) -> Tensor:
        """(count,) where in each row the pronoun stands: just before the full stop."""
        return (rows == self.vocab.index(".")).int().argmax(dim=1) - 1

    def by_distance(self, count: int, seed: Seed) -> dict[str, Tensor]:
        """`count` sampled rows, sorted by the number of words between the heir and the pronoun."""
        rows = self.sample(count, seed)
        nouns = self.encode(" ".join(phrase.split()[-1] for phrase in HEIRS))
        heir_at = torch.isin(rows, nouns).int().argmax(dim=1)
        fives = (self.answer_at(rows) - heir_at - 1) // 5
        return {f"{5 * int(f)}–{5 * int(f) + 4}": rows[fives == f] for f in fives.unique()}

    def obeys(self, row: Tensor) -> bool:
        """Could this row have come from here? Only if it is one of the grammar's sentences."""
        return self.decode(row) in self.all_sentences

    def describe(self) -> str:
        count = math.prod(len(slot) for slot in self.slots)
        return f"wills: {count:,} equally likely sentences; a girl, a boy or twins decide her, him or them"
