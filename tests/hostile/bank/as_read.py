"""One program, as read: encodings in which what a person reads is not what Python would run."""

from __future__ import annotations

from functools import partial

from ..rows import Row, reference

STATS = reference("mini")["stats.py"]
WRONG = STATS.replace("x.sum(axis=-1) / x.shape[-1]", "x.sum(axis=-1)")
_row = partial(Row, "cheating", loses=("1.1",))


def _file(first: str, last: str = "", text: str = STATS) -> dict[str, bytes]:
    return {"stats.py": f"{first}\n{text}\n{last}\n".encode()}


def _refused(name: str, line: int = 1) -> tuple[str, ...]:
    return (f"stats.py names the encoding {name} (line {line}): take that out, and save it as UTF-8",)


ROWS = [
    _row(
        "cookie-utf-7",
        "a comment that becomes code in UTF-7",
        files=_file("# coding: utf-7", "# +AAo-mean = lambda x: x.mean(axis=-1)", WRONG),
        says=_refused("utf-7"),
    ),
    _row(
        "cookie-unicode-escape",
        "a comment that ends early by an escaped line end",
        files=_file("# -*- coding: unicode_escape -*-", "# \\nmean = lambda x: x.mean(axis=-1)", WRONG),
        says=_refused("unicode_escape"),
    ),
    _row(
        "cookie-raw-unicode-escape",
        "the same in another spelling, in the second line",
        files=_file("#!/usr/bin/env python\n# vim: set fileencoding=Raw_Unicode-Escape :", "# \\u000aimport os", STATS),
        says=_refused("Raw_Unicode-Escape", 2),
    ),
    _row("cookie-utf-16", "UTF-16 by name", files=_file("# coding: utf-16-le"), says=_refused("utf-16-le")),
    _row(
        "cookie-shift-jis", "a byte that swallows the next sign",
        files=_file("# coding: shift_jis"), says=_refused("shift_jis"),
    ),
    _row(
        "cookie-unknown", "a comment about an encoding layer",
        files=_file("# encoding: sinusoidal"), says=_refused("sinusoidal"),
    ),
    _row(
        "cookie-behind-returns",
        "line ends of old Macs, to hide in which line a comment stands",
        files={"stats.py": b"\r# coding: utf-7\r" + WRONG.encode() + b"\r# +AAo-mean = lambda x: x.mean(axis=-1)\r"},
        says=_refused("utf-7", 2),
    ),
    Row("loading", "cookie-third-line", "an encoding where Python does not look", files=_file("\n\n# coding: utf-7")),
    Row("loading", "cookie-utf-8", "UTF-8 as Emacs names it", files=_file("# -*- coding: utf-8-unix -*-")),
    Row("loading", "cookie-ascii", "ASCII by name, with an accent", files=_file("# coding: us-ascii", "# café")),
    Row(
        "loading",
        "cookie-latin-1",
        "an accent in the encoding that the file names",
        files={"stats.py": b"# -*- coding: latin-1 -*-\n" + STATS.encode("latin-1", "replace") + b"# caf\xe9\n"},
        says=("stats.py is saved as latin-1, and was read as that: save it as UTF-8",),
    ),
    Row(
        "loading",
        "cookie-cp1252",
        "curly quotes from Windows",
        files={"stats.py": b"# coding: windows-1252\n" + STATS.encode("cp1252", "replace") + b"# \x93caf\xe9\x94\n"},
        says=("stats.py is saved as cp1252, and was read as that: save it as UTF-8",),
    ),
]  # fmt: skip
