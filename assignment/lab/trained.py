"""The given model, trained on six novels of Jane Austen (writer/CARD.md): its weights, its pieces, its heads.

**Weights** fit the constructors of this assignment, name by name, so your own `TransformerLM` can take them:

    model = TransformerLM(**SIZES)
    model.load_state_dict(weights())

Their file is in the safetensors format: an eight-byte length, a JSON header that says which array lies where, and the
raw numbers. Nothing in it can run. Each row of a matrix is stored in whole numbers from −127 to 127, with one scale for
the row: weight = number · scale.

**Pieces** stand between a text and the model. One number for each word would need a huge vocabulary and know no new
word; one for each letter makes rows long. So begin with single letters, and again and again glue the two neighbours
that stand next to each other most often: frequent words become one piece, rare ones stay in parts. writer/merges.txt
holds the letters and then the merges in the order they were learned. A word takes its space along, a sign stands by
itself, and a new line begins a paragraph. In that file, _ is a space and ¶ is a new line.

**Heads** cannot say what they are for, but their weights can be counted (`python lab/write.py --heads`). Take every
place where a name came next, and add up the weight that each head gave to the names before it. Do the same where
another piece came next. A head that looks at names just when a name is due has to do with names. One pass over the text
is enough: as long as the window does not slide, row i of the weights is what the model saw when it wrote piece i + 1.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import torch
from torch import Tensor

WRITER = Path(__file__).parent / "writer"
SIZES = {"vocab_size": 2048, "context_length": 192, "d_model": 128, "n_heads": 4, "n_layers": 4, "d_ff": 512}
DTYPES = {"I8": torch.int8, "F32": torch.float32}


# The weights ----------------------------------------------------------------------------------------------------


def stored(path: Path = WRITER / "weights.safetensors") -> dict[str, Tensor]:
    """Every array in the file, as it is stored."""
    raw = bytearray(path.read_bytes())
    begin = 8 + int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8:begin])
    arrays = {}
    for name, entry in header.items():
        if name != "__metadata__":
            start, end = entry["data_offsets"]
            part = raw[begin + start : begin + end]
            arrays[name] = torch.frombuffer(part, dtype=DTYPES[entry["dtype"]]).reshape(entry["shape"])
    return arrays


def weights(path: Path = WRITER / "weights.safetensors") -> dict[str, Tensor]:
    """The model's parameters in float32, by the names they have in `TransformerLM`."""
    arrays = stored(path)
    scales = {name: arrays.pop(name) for name in list(arrays) if name.endswith(".scale")}
    return {
        name: part * scales[f"{name}.scale"][:, None] if f"{name}.scale" in scales else part
        for name, part in arrays.items()
    }


# The pieces ------------------------------------------------------------------------------------------------------

WORD = re.compile(r" ?[A-Za-z]+| ?[^A-Za-z\s]|\s")  # never glued to its neighbours: a word or a sign, with its space


def merge(pieces: list[str], left: str, right: str) -> list[str]:
    """Glue every `left` to a `right` that follows it.

    >>> merge(["t", "h", "a", "t", "h"], "t", "h")
    ['th', 'a', 'th']
    """
    merged: list[str] = []
    for piece in pieces:
        if merged and merged[-1] == left and piece == right:
            merged[-1] = left + right
        else:
            merged.append(piece)
    return merged


def shown(piece: str) -> str:
    """A piece with its space and its new line to be seen.

    >>> shown(" the")
    '␣the'
    """
    return piece.replace(" ", "␣").replace("\n", "¶")


class Tokeniser:
    """Cuts text into pieces and numbers them: first the letters, then what each merge makes.

    >>> small = Tokeniser("aht ", [("t", "h"), (" ", "th"), ("a", "t")])
    >>> small.pieces
    ['a', 'h', 't', ' ', 'th', ' th', 'at']
    >>> small.encode("hat that")
    [1, 6, 5, 6]
    >>> small.decode([1, 6, 5, 6])
    'hat that'
    """

    def __init__(self, letters: str, merges: list[tuple[str, str]]) -> None:
        self.pieces = [*letters, *(left + right for left, right in merges)]
        self.number = {piece: number for number, piece in enumerate(self.pieces)}
        self.rank = {pair: rank for rank, pair in enumerate(merges)}

    @classmethod
    def from_file(cls, path: Path = WRITER / "merges.txt") -> "Tokeniser":
        """The pieces that the given weights were trained with.

        >>> Tokeniser.from_file().cut("It is a truth")
        ['It', ' is', ' a', ' truth']
        """
        letters, *merges = path.read_text(encoding="utf-8").splitlines()
        signs = str.maketrans("_¶", " \n")
        pairs = [line.split(" ") for line in merges]
        return cls(letters.translate(signs), [(left.translate(signs), right.translate(signs)) for left, right in pairs])

    def cut(self, text: str) -> list[str]:
        """The text in pieces. In each word, the merge that was learned first is made first.

        >>> Tokeniser("aht ", [("t", "h"), (" ", "th"), ("a", "t")]).cut("hat that")
        ['h', 'at', ' th', 'at']
        """
        found = []
        for word in WORD.findall(text):
            pieces = list(word)
            while pairs := [pair for pair in pairwise(pieces) if pair in self.rank]:
                pieces = merge(pieces, *min(pairs, key=self.rank.__getitem__))
            found += pieces
        return found

    def encode(self, text: str) -> list[int]:
        """Token numbers; a letter that the novels do not have is refused.

        >>> Tokeniser("ah", []).encode("aß")
        Traceback (most recent call last):
        ValueError: the model has never seen 'ß'; it knows ah
        """
        pieces = self.cut(text)
        if unknown := [piece for piece in pieces if piece not in self.number]:
            letters = "".join(piece for piece in self.pieces if len(piece) == 1).strip()
            raise ValueError(f"the model has never seen {unknown[0]!r}; it knows {letters}")
        return [self.number[piece] for piece in pieces]

    def decode(self, tokens: list[int]) -> str:
        return "".join(self.pieces[token] for token in tokens)


# The heads -------------------------------------------------------------------------------------------------------

TITLES = ("Mr", "Mrs", "Dr")
"""Their full stop ends no sentence."""


def kinds(pieces: list[str]) -> list[str]:
    """What each piece is: the beginning of a name (titles count), a quotation mark that opens or closes, or ''.

    A name has a capital letter where no sentence begins.

    >>> kinds(["\\n", '"', "My", " dear", " Emma", ",", '"', " said", " Mr", ".", " Knightley", ".", " She"])
    ['', 'opens', '', '', 'name', '', 'closes', '', 'name', '', 'name', '', '']
    """
    found: list[str] = []
    inside = False
    for place, piece in enumerate(pieces):
        before = pieces[place - 1] if place else "\n"
        titled = before == "." and place > 1 and pieces[place - 2].strip() in TITLES
        inside = inside and before != "\n"
        kind = ""
        if piece.strip() == '"':
            kind, inside = ("closes", False) if inside else ("opens", True)
        elif piece[:1] == " " and piece[1:2].isupper() and piece != " I":
            kind = "name" if titled or before.strip(' "') not in ("", "\n", ".", "!", "?") else ""
        found.append(kind)
    return found


@dataclass(frozen=True)
class Place:
    """One prediction: who looked, at whom we ask, and whether the piece that came next is of the kind in question."""

    query: int
    keys: list[int]
    came: bool


@dataclass(frozen=True)
class Question:
    """`kind` came next; how much had each head looked at `keys`?"""

    kind: str
    what: str
    keys: str

    def places(self, found: list[str]) -> list[Place]:
        """Every prediction with such a key before it. For a closing mark that is the one mark that is still open.

        >>> NAMES.places(["", "name", "", "name"])
        [Place(query=1, keys=[1], came=False), Place(query=2, keys=[1], came=True)]
        >>> MARKS.places(["", "opens", "", "closes", ""])
        [Place(query=1, keys=[1], came=False), Place(query=2, keys=[1], came=True)]
        """
        keys: list[int] = []
        places = []
        for query, (kind, following) in enumerate(pairwise(found)):
            if kind == "closes" and self.kind == "closes":
                keys = []
            elif kind == ("opens" if self.kind == "closes" else self.kind):
                keys = [query] if self.kind == "closes" else [*keys, query]
            if keys:
                places.append(Place(query, keys, following == self.kind))
        return places


NAMES = Question("name", "a name", "the names before it")
MARKS = Question("closes", "a closing quotation mark", "the mark that it closes")
QUESTIONS = (NAMES, MARKS)


def share(weights: Tensor, places: list[Place]) -> Tensor:
    """(blocks, heads, n, n) → (blocks, heads): the mean weight on the keys in question.

    >>> share(torch.tensor([[[[1.0, 0.0], [0.25, 0.75]]]]), [Place(0, [0], True), Place(1, [0], True)])
    tensor([[0.6250]])
    """
    return torch.stack([weights[:, :, place.query, place.keys].sum(dim=-1) for place in places]).mean(dim=0)


@dataclass(frozen=True)
class Answer:
    """How much every head looked at the keys, (blocks, heads): when the kind came next, and when something else did."""

    places: list[Place]
    when: Tensor
    otherwise: Tensor

    def stands_out(self) -> tuple[int, int]:
        """The head (block, head) for which it makes the greatest difference."""
        block, head = divmod(int((self.when - self.otherwise).argmax()), self.when.shape[1])
        return block, head


def answer(question: Question, weights: Tensor, pieces: list[str]) -> Answer | None:
    """None where the text cannot say: the kind never came, or nothing else did."""
    places = question.places(kinds(pieces))
    came = [place for place in places if place.came]
    others = [place for place in places if not place.came]
    return Answer(came, share(weights, came), share(weights, others)) if came and others else None


def bar(part: float, width: int = 30) -> str:
    return "█" * round(width * part)


def lines(weights: Tensor, pieces: list[str]) -> Iterator[str]:
    """A table for each question, the head that stands out, and its clearest moments.

    Args:
        weights: (blocks, heads, n, n), what one text's n pieces looked at.
    """
    for question in QUESTIONS:
        found = answer(question, weights, pieces)
        if found is None:
            yield f"\nThis text says nothing about {question.what}: try a longer one, or another seed."
            continue
        times = "once" if len(found.places) == 1 else f"{len(found.places)} times"
        yield f"\nWhen {question.what} came ({times}), each head gave so much to {question.keys}"
        yield "(in brackets: when anything else came):"
        stands_out = found.stands_out()
        for block, heads in enumerate(found.when.tolist()):
            for head, part in enumerate(heads):
                other = found.otherwise[block, head].item()
                mark = "  ◀ stands out" if (block, head) == stands_out else ""
                numbers = f"{100 * part:3.0f}% ({100 * other:2.0f}%)"
                yield f"  block {block}, head {head}  {numbers}  {bar(part)}{mark}".rstrip()
        yield "Block {}, head {}, where this is clearest:".format(*stands_out)
        yield from moments(weights[stands_out], found.places, pieces)


def moments(weights: Tensor, places: list[Place], pieces: list[str], count: int = 3) -> Iterator[str]:
    """The places where one head, (n, n), gave the keys most: what was written there, and where the head looked."""
    for place in sorted(places, key=lambda place: -weights[place.query, place.keys].sum().item())[:count]:
        before = "".join(pieces[max(0, place.query - 4) : place.query + 1]).replace("\n", "¶")
        yield f"  …{before} → {shown(pieces[place.query + 1])}"
        top = weights[place.query].topk(min(3, place.query + 1))
        for weight, key in zip(top.values.tolist(), top.indices.tolist(), strict=True):
            where = f"{shown(pieces[key]):14} {place.query - key:3} back"
            yield f"    {100 * weight:3.0f}%  {where}  {bar(weight)}".rstrip()
