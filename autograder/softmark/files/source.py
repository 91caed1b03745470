"""Turns the bytes of a source file into one text, so that what is read is what runs.

Python lets a comment in the first two lines name an encoding, and some encodings (utf-7, unicode_escape) turn comments
into code. So the text is made here, once, and everything after it, the worker's Python included, gets UTF-8.
"""

from __future__ import annotations

import codecs
import hashlib
import re

_COOKIE = re.compile(rb"^([ \t\f]*#.*?coding[:=][ \t]*)([-\w.]+)")
_BLANK = re.compile(rb"[ \t\f]*(?:#.*)?$")
_READ = {"utf-8": "", "utf-8-sig": "", "ascii": "", "iso8859-1": "latin-1", "cp1252": "cp1252"}
"""As Python spells them → as people do, where it is not UTF-8. A byte of the old two is one character, and the first
128 are everybody's: nothing can hide in such a file."""


class NotSource(Exception):
    """Not a text that could be graded; says why, after the file's name: "holds a NUL byte …"."""


def text_of(raw: bytes) -> tuple[str, str]:
    """(the text, what should be said about its encoding); line ends are \\n, and there is no byte order mark.

    A comment that names latin-1 or cp1252 names utf-8 in the text, because the text is sent on as UTF-8.
    """
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise NotSource("is saved as UTF-16: save it as UTF-8")
    if b"\0" in raw:
        line = raw[: raw.index(b"\0")].count(b"\n") + 1
        raise NotSource(f"holds a NUL byte (line {line}), so it is not a text file: expected Python source")
    marked = raw.startswith(codecs.BOM_UTF8)
    raw = raw.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    raw, named = _without_cookie(raw, marked)
    if named:
        return raw.decode(named, "replace"), f"is saved as {named}, and was read as that: save it as UTF-8"
    try:
        return raw.decode("utf-8"), ""
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        byte = f"line {line} holds the byte {raw[error.start]:#04x}"
    if marked:
        raise NotSource(f"is not UTF-8 ({byte}), though it begins with UTF-8's mark: save it as UTF-8")
    return raw.decode("cp1252", "replace"), f"is not UTF-8 ({byte}), and was read as cp1252: save it as UTF-8"


def fingerprint_of_text(text: str) -> str:
    """Equal for equal texts, and for those that differ only in white space which editors add or take away by
    themselves: at the ends of lines, and of the file."""
    lines = "\n".join(line.rstrip() for line in text.rstrip().split("\n"))
    return hashlib.sha256(lines.encode("utf-8", "replace")).hexdigest()[:16]


def _without_cookie(raw: bytes, marked: bool) -> tuple[bytes, str]:
    """The bytes with nothing but UTF-8 named in them, and the older encoding that was."""
    lines = raw.split(b"\n", 2)
    for number, line in enumerate(lines[:2]):
        if found := _COOKIE.match(line):
            name = found[2].decode("ascii")
            known = _canonical(name)
            if known not in _READ or (marked and _READ[known]):
                raise NotSource(
                    f"names the encoding {name[:40]} (line {number + 1}): take that out, and save it as UTF-8"
                )
            lines[number] = line[: found.end(1)] + b"utf-8" + line[found.end(2) :]
            return b"\n".join(lines), _READ[known]
        if not _BLANK.match(line):
            break
    return raw, ""


def _canonical(name: str) -> str:
    """The name of an encoding as Python itself reads it: what follows "utf-8-" or "latin-1-" does not count."""
    plain = name.lower().replace("_", "-")
    for family in ("utf-8", "latin-1", "iso-8859-1", "iso-latin-1"):
        if plain == family or plain.startswith(family + "-"):
            return "utf-8" if family == "utf-8" else "iso8859-1"
    try:
        return codecs.lookup(name).name
    except (LookupError, ValueError):
        return ""
