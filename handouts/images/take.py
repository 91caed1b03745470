"""The README's pictures, as a reader's own screen would show them.

    python handouts/images/take.py CLASS        a folder that `softmark report` wrote, of a made-up class

check.png is what `check.py` prints for an answer to parts 1 and 2 without the division by √d_k.
Needs Chromium and the packages of the project's tests.
"""

from __future__ import annotations

import io
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.terminal_theme import TerminalTheme

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))
COLUMNS = 100
COLOURS = {"class.png": 128, "check.png": 40}
"""Enough for flat colours and the edges of letters; more only costs bytes."""


def main(class_: Path) -> None:
    from playwright.sync_api import sync_playwright

    from tests import browser

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser.found(), args=["--no-sandbox", "--disable-gpu"])
        page = running.new_page(viewport={"width": 1280, "height": 1340}, color_scheme="light")
        page.goto((class_ / "index.html").as_uri())
        page.locator(".filters output").wait_for()
        _save(page.screenshot(), "class.png", 1000)
        screen = running.new_page(viewport={"width": 900, "height": 100}, color_scheme="dark")
        screen.set_content(_terminal(_printed()))
        _save(screen.screenshot(full_page=True), "check.png", 900)
        running.close()


def _printed() -> str:
    """What check.py prints, in a folder with the answer."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder) / "assignment"
        shutil.copytree(ROOT / "assignment", work)
        for name in ("attention.py", "multihead.py"):
            shutil.copy(ROOT / "solutions" / "reference" / name, work / name)
        written = (work / "attention.py").read_text(encoding="utf-8")
        wrong = re.sub(r"(return q @ .*?) / .*", r"\1", written)
        if wrong == written:
            raise SystemExit("the reference no longer divides by a root where this script looks for it")
        (work / "attention.py").write_text(wrong, encoding="utf-8")
        there = {**os.environ, "COLUMNS": str(COLUMNS), "TERM": "xterm-256color"}
        ours, theirs = pty.openpty()  # colours are for a terminal alone
        running = subprocess.Popen([sys.executable, "check.py"], cwd=work, env=there, stdout=theirs, stderr=theirs)
        os.close(theirs)
        text = b"".join(iter(lambda: _read(ours), b""))
        running.wait()
    # lines of progress are wiped before the next one is written
    return "".join(
        line
        for line in text.decode("utf-8").replace("\r\n", "\n").splitlines(True)
        if not re.search("[\u2800-\u28ff]", line)
    )


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux's word for the end of a terminal
        return b""


_DARK = [(13, 15, 22), (247, 118, 109), (126, 211, 126), (229, 178, 84), (120, 170, 240), (190, 140, 220)]
_THEME = TerminalTheme(
    (13, 15, 22),
    (227, 231, 235),
    [*_DARK, (110, 200, 200), (227, 231, 235)],
    [(150, 158, 168), *_DARK[1:], *[(227, 231, 235)] * 2],
)


def _terminal(text: str) -> str:
    from rich.console import Console
    from rich.text import Text

    console = Console(record=True, width=COLUMNS, file=io.StringIO())
    console.print("[dim]$ python check.py[/dim]")
    console.print(Text.from_ansi(text))
    page = console.export_html(theme=_THEME, inline_styles=True)
    return page.replace("<body", '<body style="background:#0c0f16;color:#e3e7eb;margin:20px;font-size:13.5px"', 1)


def _save(png: bytes, name: str, width: int) -> None:
    from PIL import Image

    picture: Any = Image.open(io.BytesIO(png)).convert("RGB")
    picture = picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)
    # by coverage: a colour that only a few small bars have is kept
    flat = picture.quantize(COLOURS[name], method=Image.Quantize.MAXCOVERAGE, kmeans=3)
    flat.save(HERE / name, optimize=True)
    print(f"{name}: {(HERE / name).stat().st_size / 1024:.0f} KB")


def _asked(arguments: Sequence[str]) -> Path:
    if len(arguments) != 1 or not (Path(arguments[0]) / "index.html").is_file():
        raise SystemExit("which class? python handouts/images/take.py CLASS, a folder that softmark report wrote")
    return Path(arguments[0]).resolve()


if __name__ == "__main__":
    main(_asked(sys.argv[1:]))
