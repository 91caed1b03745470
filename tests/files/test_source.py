"""What is read is what runs: the text that the grader makes of a file is the program that Python makes of it."""

from __future__ import annotations

import encodings.aliases
import io
import tokenize

import pytest

from softmark.files.source import NotSource, fingerprint_of_text, text_of

NAMES = sorted(
    {*encodings.aliases.aliases, *encodings.aliases.aliases.values(), "utf-8-unix", "latin-1-dos", "no_such"}
)
COOKIES = (
    "# coding: {}\n",
    "#!/usr/bin/python\n# -*- coding: {} -*-\n",
    "\f # vim: set fileencoding={} :\r",
    "\n#coding={}\n",
)


@pytest.mark.parametrize("cookie", COOKIES)
def test_whatever_encoding_a_file_names_python_is_handed_utf_8(cookie: str) -> None:
    for name in NAMES:
        try:
            text, _ = text_of(cookie.format(name).encode() + b"x = 'caf\xe9'\n")
        except NotSource as refusal:
            assert f"names the encoding {name} (line " in str(refusal)
            continue
        sent = text.encode()
        encoding, _ = tokenize.detect_encoding(io.BytesIO(sent).readline)
        assert encoding in ("utf-8", "utf-8-sig"), name
        found: dict[str, str] = {}
        exec(compile(sent, "<sent>", "exec"), found)
        assert found["x"] == "café", name


@pytest.mark.parametrize(
    "name", ["utf-7", "unicode_escape", "raw_unicode_escape", "rot13", "hex", "cp037", "gbk", "utf-16"]
)
def test_an_encoding_in_which_a_comment_can_be_code_is_refused(name: str) -> None:
    with pytest.raises(NotSource, match=r"take that out, and save it as UTF-8"):
        text_of(f"# coding: {name}\n# +AAo-import os\n".encode())


def test_a_comment_further_down_or_after_code_names_nothing() -> None:
    for text in ("x = 1\n# coding: utf-7\n", "\n\n# coding: utf-7\n", "s = '# coding: utf-7'\n"):
        assert text_of(text.encode()) == (text, "")


def test_a_mark_and_an_old_encoding_contradict_each_other() -> None:
    with pytest.raises(NotSource, match="names the encoding latin-1"):
        text_of(b"\xef\xbb\xbf# coding: latin-1\n")
    with pytest.raises(NotSource, match="though it begins with UTF-8's mark"):
        text_of(b"\xef\xbb\xbf# caf\xe9\n")
    assert text_of(b"\xef\xbb\xbf# coding: utf-8\n") == ("# coding: utf-8\n", "")


def test_white_space_that_editors_change_by_themselves_leaves_the_print_of_a_text() -> None:
    text = "def f(x):\n    return x\n"
    for same in (
        text.rstrip(),
        text + "\n\n",
        text.replace("\n", "  \n"),
        text_of(text.replace("\n", "\r\n").encode())[0],
    ):
        assert fingerprint_of_text(same) == fingerprint_of_text(text)
    for other in (text.replace("    ", "  "), "\n" + text, "", "x"):
        assert fingerprint_of_text(other) != fingerprint_of_text(text)
