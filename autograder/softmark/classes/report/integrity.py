"""Writes what may be a matter of integrity into a file for the instructor alone: observations, each with where to read
on.

No other page holds any of this: whoever helps a student should not have to forget first what a machine suspects.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from ...checks.errors import GraderFault
from ...files.escape import one_line
from ..entries import Entry, Graded
from . import templates
from .cohort import Cohort, name_of

FILE = "integrity.html"
SIMILARITY = "similarity.json"
"""What `softmark similar` found, for this page."""

Kind = Literal["hidden", "watched", "source", "similar"]
KINDS: dict[Kind, tuple[str, str]] = {
    "hidden": (
        "Hidden calls that are not allowed",
        "The rule names the call; the source, or the running code, gets to it in another way.",
    ),
    "watched": (
        "Different when watched",
        "The call failed while the grader watched it, and passed otherwise. Some right code does so too.",
    ),
    "source": ("Unusual in the source", "Rarely needed for this assignment; often there is a good reason."),
    "similar": (
        "Shares unusual code",
        "Pairs that softmark similar lists. Friends who learnt from one explanation also write similar code.",
    ),
}
_EVASION, _LOOK, _WATCHED = "evasion?", "worth a look:", "worth a look: task"


@dataclass(frozen=True)
class ObservedSentence:
    """One sentence about one submission, or two, and the page that shows what was seen."""

    kind: Kind
    name: str
    section: str
    says: str
    link: str
    words: str
    """What the link is called."""
    seen: str = ""
    """A person has read it: who and when, as far as they wrote it down."""


def is_observation(note: str) -> bool:
    """Whether a note for staff belongs on this page and on no other."""
    return note.startswith((_EVASION, _LOOK))


def observed(one: Graded, address: str) -> Iterator[ObservedSentence]:
    """What grading saw of one submission; the link opens its report card."""
    section = ", ".join(sorted({person.section for person in one.entry.people if person.section}))
    for note in one.result.notes_for("staff"):
        if not is_observation(note):
            continue
        kind: Kind = "hidden" if note.startswith(_EVASION) else "watched" if note.startswith(_WATCHED) else "source"
        said = one_line(note.removeprefix(_EVASION).removeprefix(_LOOK), limit=1000)
        first = said.partition(" ")[0]
        said = f"{said[:1].upper() if first.isalpha() else said[:1]}{said[1:]}{'' if said.endswith('.') else '.'}"
        link = f"report.html#student={quote(address)}"
        yield ObservedSentence(kind, name_of(one), one_line(section), said, link, "report card and code")


def similar(found: Mapping[str, Any], graded: Sequence[Graded]) -> Iterator[ObservedSentence]:
    """The pairs of a comparison of this class; those with somebody who is not in it any more are left out."""
    names = {one.entry.id: name_of(one) for one in graded}
    for pair in found["pairs"]:
        left, right = (side["id"] for side in pair["submissions"])
        from_elsewhere = [one_line(side["origin"]) for side in pair["submissions"] if side["origin"]]
        both = [names.get(ident) for ident in (left, right) if ident in names]
        if len(both) + len(from_elsewhere) < 2:
            continue
        who = " and ".join([*map(str, both), *(f"a submission of {origin}" for origin in from_elsewhere)])
        count = int(pair["stretches"])
        where = f"in {count} {'stretch' if count == 1 else 'stretches'}" if count else "here and there"
        said = f"{float(pair['score']):.0%} of the unusual code is the same, {where}."
        link = f"similarity.html#pair-{quote(str(pair['pair']))}"
        yield ObservedSentence("similar", who, "", said, link, "side by side", one_line(str(pair.get("seen", ""))))


def class_digest(entries: Sequence[Entry]) -> str:
    """Changes when somebody hands in anew, or is listed or not listed any more: then a comparison is of another
    class."""
    listed = sorted(f"{entry.id}\0{entry.created_at}" for entry in entries)
    return hashlib.sha256("\n".join(listed).encode("utf-8", "replace")).hexdigest()[:16]


def read_similarity(out: Path) -> Mapping[str, Any]:
    """What the last comparison found; nothing where there was none."""
    path = out / SIMILARITY
    if not path.exists():
        return {"pairs": []}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if all({"pair", "score", "submissions", "stretches"} <= pair.keys() for pair in found["pairs"]):
            return dict(found)
    except (ValueError, KeyError, TypeError, AttributeError):
        pass
    raise GraderFault(f"{path} is damaged: run `softmark similar` again, or delete it")


def render(cohort: Cohort, found: Mapping[str, Any], addresses: Mapping[str, str], *, made_at: str = "") -> str:
    """The page. `addresses`: entry id → how the class page calls it."""
    seen = [row for one in cohort.graded for row in observed(one, addresses[one.entry.id])]
    seen += similar(found, cohort.graded)
    lists = [
        {"kind": kind, "title": title, "about": about, "rows": [row for row in seen if row.kind == kind]}
        for kind, (title, about) in KINDS.items()
    ]
    return templates.page(
        "integrity.html.j2", styles=("base.css", "page.css"), title=cohort.title or "Class", made_at=made_at,
        lists=[listing for listing in lists if listing["rows"]], compared=bool(found["pairs"]),
    )  # fmt: skip
