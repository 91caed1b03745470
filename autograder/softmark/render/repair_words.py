"""Puts what came of looking for a repair into words: all of it for staff, the place and what it is about for students.

Students never read the change. What it is about is a sentence for its kind; a kind that would be the answer (a call too
many) has none.
"""

from __future__ import annotations

import io
import keyword
import tokenize

from ..files.escape import one_line
from ..grading.result import ItemResult, Repair, RepairSearch

KINDS = {
    "axis": "another axis",
    "number": "a number one up or down",
    "name": "another name",
    "order": "the other way round",
    "call": "one step less",
    "comparison": "the other side of a condition",
    "in place": "out of place instead of in place",
    "keepdim": "a switch",
    "operator": "another operator",
    "slice": "other bounds",
    "inserted": "one step more",
}
"""For staff."""


def for_staff(search: RepairSearch) -> list[str]:
    """The two lines, one above the other, how many edits were tried, and what else would repair it."""
    tried = f"{search.tried} of {search.edits} edits tried" if search.tried < search.edits else _edits(search.tried)
    hidden = ", on hidden numbers: public ones do not see the mistake" if search.on_hidden else ""
    found = search.holding(hidden=True)
    if not found:
        kept = " (on public numbers some do, on hidden ones none)" if search.found and not search.on_hidden else ""
        return [f"Nothing that was tried repairs it{kept}: {tried}{hidden}."]
    first, places = found[0], sorted({repair.line for repair in found})
    count = "1 repairs it" if len(found) == 1 else f"{len(found)} repair it"
    if search.claimed(hidden=True):
        where = "" if len(found) == 1 else ", all on this line"
    else:
        where = f", on lines {', '.join(map(str, places))}: so none of them need be the wrong one"
    return [
        f"One change repairs it ({tried}, {count}{where}{hidden}): {first.file} line {first.line}"
        f"{_used(first)}, {KINDS[first.kind]}",
        *(f"    - {one_line(line, limit=160)}" for line in first.before.split("\n")),
        *(f"    + {one_line(line, limit=160)}" for line in first.after.split("\n")),
    ]


ABOUT = {
    "axis": "It is about which axis is meant.",
    "number": "It is about a number: how many, or from where on.",
    "name": "It is about which of your values is used there.",
    "order": "It is about what comes first and what comes second.",
    "comparison": "It is about which side of a condition is meant.",
    "in place": "It is about whether a value is changed in place.",
    "keepdim": "It is about a switch of a call, given or not given.",
    "operator": "It is about how values are combined there.",
    "slice": "It is about where a range begins or ends.",
    "inserted": "It is about a step that is not there yet.",
}
"""For students. That a step is one too many would be the answer: of "call" they read the place alone."""


def place(repair: Repair) -> list[str]:
    """For students, with the line below it; of a size, the lines that use it too: the mistake may be that they do."""
    lines = [(repair.line, repair.text), *zip(repair.used, repair.used_text, strict=True)]
    return [
        f"One place in `{repair.function}` decides this task: {repair.file} line {repair.line}{_used(repair)}:",
        *(f"    {line} | {one_line(text, limit=160)}" for line, text in lines),
    ]


def _used(repair: Repair) -> str:
    """ " (line 22 uses its number)"."""
    if not repair.used:
        return ""
    lines = " and ".join(map(str, repair.used))
    return f" (line {lines} uses its number)" if len(repair.used) == 1 else f" (lines {lines} use its number)"


def about(repair: Repair) -> list[str]:
    """For students, what the change is about; nothing where that would be the answer."""
    return [ABOUT[repair.kind]] if repair.kind in ABOUT else []


def evidence(repair: Repair) -> list[str]:
    """For students, the expression as it is and as the task needs it."""
    if not repair.was or repair.kind not in ABOUT:
        return []
    old = one_line(repair.old, limit=100)
    return [f"On the smallest input that fails, `{old}` gives {repair.was}; the task needs {repair.needed}."]


def _edits(count: int) -> str:
    return f"{count} edits tried" if count != 1 else "1 edit tried"


def in_short(repair: Repair) -> str:
    """The change in one line: `x.sum(axis=0)` → `x.sum(axis=-1)`."""
    return f"{one_line(repair.old, limit=100)} → {one_line(repair.new, limit=100)}"


def proposed(repair: Repair) -> str:
    """A beginning of a name for the mistake: mean.axis."""
    return f"{repair.function.rpartition('.')[2].strip('_') or 'code'}.{repair.kind.replace(' ', '_')}"


def signature(row: ItemResult) -> tuple[str, ...] | None:
    """Equal for tasks that the same change repairs, whatever their variables are called."""
    repair = row.repair.claimed(hidden=True) if row.repair else None
    if repair is None:
        return None
    names: dict[str, str] = {}
    return repair.function, repair.kind, _renamed(repair.old, names), _renamed(repair.new, names)


def _renamed(text: str, names: dict[str, str]) -> str:
    """The text with variables numbered in the order in which they occur; what is called or belongs to something keeps
    its name."""
    try:
        tokens = [token for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.string.strip()]
    except (tokenize.TokenError, SyntaxError):
        return text
    words = []
    for place, token in enumerate(tokens):
        before = tokens[place - 1].string if place else ""
        after = tokens[place + 1].string if place + 1 < len(tokens) else ""
        free = token.type == tokenize.NAME and not keyword.iskeyword(token.string) and token.string != "self"
        if free and before != "." and after not in ("(", "="):
            words.append(names.setdefault(token.string, f"v{len(names) + 1}"))
        else:
            words.append(token.string)
    return " ".join(words)
