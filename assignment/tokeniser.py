"""Text ⇄ token numbers, by byte-pair merges: what stands between a text and `TransformerLM`.

A model wants numbers. One number for each word would need a huge vocabulary and know no new word; one for each letter
makes rows long. Pieces lie between. Begin with single letters, and again and again glue the two neighbours that stand
next to each other most often: frequent words become one piece, rare ones stay in parts.

writer/merges.txt holds the letters and then the merges in the order they were learned (from six novels; writer/CARD.md
says which). Only what belongs to one word is glued. A word takes its space along, a sign stands by itself, and a new
line begins a paragraph. In the file, _ is a space and ¶ is a new line.
"""

import re
from itertools import pairwise
from pathlib import Path

MERGES = Path(__file__).parent / "writer" / "merges.txt"
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
    def from_file(cls, path: Path = MERGES) -> "Tokeniser":
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
