"""What each head looked at when the model wrote a name or closed a quotation mark: `python write.py --heads`.

A head cannot say what it is for. But your own `attend` returns its weights, so it can be counted. Take every place
where a name came next, and add up the weight that each head gave to the names before it. Do the same where another
piece came next. A head that looks at names just when a name is due has to do with names.

One pass over the text is enough: as long as the window does not slide, row i of the weights is what the model saw when
it wrote piece i + 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import torch
from pictures import attention_weights
from tokeniser import Tokeniser, shown
from torch import Tensor, nn

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


def all_weights(model: nn.Module, tokens: Tensor) -> Tensor:
    """(blocks, heads, n, n), from your own attention, for one text."""
    return torch.stack([block[0] for block in attention_weights(model, tokens)])


def bar(part: float, width: int = 30) -> str:
    return "█" * round(width * part)


def lines(model: nn.Module, tokens: Tensor, tokeniser: Tokeniser) -> Iterator[str]:
    """A table for each question, the head that stands out, and its clearest moments.

    Args:
        tokens: (1, n), within the window.
    """
    pieces = [tokeniser.pieces[token] for token in tokens[0].tolist()]
    weights = all_weights(model, tokens)
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
