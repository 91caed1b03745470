"""Reads and writes names.yaml, the mistakes that staff named after seeing a class: words and fingerprints; no persons,
no code of anybody's.

It lies beside the rubric and travels in the zip, so that whoever makes the same mistake next is told the same. A bank
file says what a mistake *does* and lasts; a name here says how it *looks* on the public numbers of one term.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import yaml
from annotated_types import MaxLen, MinLen

from ..checks.errors import GraderFault
from .allowed import EXACT, Checked, Ident
from .rubric import Part, Rubric
from .validated import Invalid, validated
from .yaml_places import Located, parse, read, shown

FILE = "names.yaml"
_HEAD = """\
# Mistakes that staff named: `softmark name` writes this file, `softmark report` and the next autograder zip read it.
# The words may be edited; a name that is taken out is forgotten. Nobody's name and nobody's code is in here.
"""
_MARKUP = re.compile(r"[<>`\x00-\x1f]|&#|\]\(|!\[")
LONGEST = 4000
"""Characters of an explanation."""


def plain_words(value: str) -> str:
    """One sentence that reads the same in a terminal, on a page and on a platform."""
    if not value.strip():
        raise ValueError("is empty: write the sentence that a student will read")
    if "\n" in value or len(value) > 300:
        raise ValueError("must be one line of at most 300 characters")
    if _MARKUP.search(value):
        raise ValueError("holds markup: write it as plain words, without <, >, `, or links")
    return value


def mistake_name(value: str) -> str:
    if len(value) > 60 or not re.fullmatch(r"[a-z][a-z0-9]*([._][a-z0-9]+)+", value):
        raise ValueError(
            f"{shown(value)} cannot be the name of a mistake: use small letters and a dot, like scale.missing"
        )
    return value


def explanation(value: str) -> str:
    if len(value) > LONGEST:
        raise ValueError(f"has {len(value)} characters: an explanation has at most {LONGEST}")
    return value


Words = Annotated[str, EXACT, Checked(plain_words)]
MistakeName = Annotated[str, EXACT, Checked(mistake_name)]
Explanation = Annotated[str, EXACT, Checked(explanation)]
Line = Annotated[str, EXACT, MaxLen(100_000)]


@dataclass(frozen=True, kw_only=True)
class StaffName(Part):
    """One mistake that staff gave a name to."""

    name: MistakeName
    item: Ident
    says: Words
    """What it is, in one sentence a student understands."""
    hint: Words
    explanation: Explanation = ""
    """Markdown, if there is more to say."""
    numbers: Line
    """Fingerprint of the public numbers that the fingerprints hold for."""
    behaviours: Annotated[tuple[Line, ...], MinLen(1)]
    """How it looks: `grading.behaviour` reads them."""


@dataclass(frozen=True, kw_only=True)
class _NamesFile(Part):
    names: tuple[StaffName, ...] = ()


def numbers_of(rubric: Rubric) -> str:
    """Tells the public numbers of two terms apart."""
    return hashlib.sha256(f"names\0{rubric.public_key()}".encode()).hexdigest()[:12]


def load(path: Path) -> tuple[StaffName, ...]:
    """Every name in the file; none where there is no file. GraderFault with the place of the first mistake in it."""
    return _checked(read(path)) if path.exists() else ()


def _checked(found: Located) -> tuple[StaffName, ...]:
    if not found.problems:
        try:
            names = validated(_NamesFile, {} if found.data is None else found.data).names
        except Invalid as error:
            error.tell(found, FILE)
        else:
            _tell_repeats(names, found)
            if not found.problems:
                return names
    raise GraderFault(str(found.problems[0]))


def _tell_repeats(names: tuple[StaffName, ...], found: Located) -> None:
    seen = set[str]()
    for place, each in enumerate(names):
        if each.name in seen:
            found.problem(("names", place, "name"), f"{shown(each.name)} is the name of an earlier one")
        seen.add(each.name)


class _Text(str):
    """A text of several lines."""


class _Dumper(yaml.SafeDumper):
    pass


_Dumper.add_representer(_Text, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|"))
_Dumper.add_representer(str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="'"))


def to_text(names: tuple[StaffName, ...]) -> str:
    """The file; what `load` reads back is equal."""
    plain: list[dict[str, Any]] = []
    for each in names:
        fields = asdict(each)
        fields["behaviours"] = list(fields["behaviours"])
        if fields["explanation"]:
            fields["explanation"] = _Text(fields["explanation"])
        else:
            del fields["explanation"]
        plain.append(fields)
    body = yaml.dump({"names": plain}, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10**9)
    text = _HEAD + body
    _checked(parse(text, FILE))  # what nobody could read again is not written
    return text
