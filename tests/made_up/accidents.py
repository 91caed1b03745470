"""What goes wrong on the way to the upload button: harmless slips and fatal ones, none of them meant."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass

Upload = dict[str, bytes]
"""Path in the submission → bytes."""


@dataclass(frozen=True)
class Accident:
    name: str
    harmless: bool
    """The grade should not suffer."""
    happen: Callable[[Upload, random.Random], Upload]


def _one(files: Upload, rng: random.Random) -> str:
    return rng.choice(sorted(files))


def _syntax_error(files: Upload, rng: random.Random) -> Upload:
    name = _one(files, rng)
    text = files[name].decode("utf-8")
    broken = re.sub(r"^(    return .*)\)$", r"\1", text, count=1, flags=re.MULTILINE)
    if broken == text:
        broken = text.replace("return ", "retrun ", 1)
    return {**files, name: broken.encode()}


def _wrong_name(files: Upload, rng: random.Random) -> Upload:
    name = _one(files, rng)
    stem = name.removesuffix(".py")
    new = rng.choice((f"{stem} (1).py", f"{stem.capitalize()}.py", f"{stem}_final.py", f"{stem}.py.txt"))
    return {(new if old == name else old): raw for old, raw in files.items()}


def _notebook(files: Upload, rng: random.Random) -> Upload:
    name = _one(files, rng)
    lines = files[name].decode("utf-8").splitlines(keepends=True)
    cell: dict[str, object] = {
        "cell_type": "code",
        "metadata": {},
        "outputs": [],
        "execution_count": None,
        "source": lines,
    }
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    rest = {old: raw for old, raw in files.items() if old != name}
    return {**rest, name.removesuffix(".py") + ".ipynb": json.dumps(notebook, indent=1).encode()}


def _missing(files: Upload, rng: random.Random) -> Upload:
    name = _one(files, rng)
    return {old: raw for old, raw in files.items() if old != name}


def _endless(files: Upload, rng: random.Random) -> Upload:
    name = _one(files, rng)
    text = files[name].decode("utf-8")
    returns = list(re.finditer(r"^( {4,8})return ", text, flags=re.MULTILINE))
    if not returns:
        return files
    found = rng.choice(returns)
    at = found.start()
    return {**files, name: f"{text[:at]}{found[1]}while True:\n{found[1]}    pass\n{text[at:]}".encode()}


def _noise(files: Upload, rng: random.Random) -> Upload:
    def noisy(text: str) -> str:
        return re.sub(
            r"^( {4,12})(\w+) = (.+)$",
            lambda found: f'{found[0]}\n{found[1]}print("{found[2]}:", {found[2]})' if rng.random() < 0.3 else found[0],
            text,
            flags=re.MULTILINE,
        )

    noisy_files = {}
    for name, raw in files.items():
        text = raw.decode("utf-8")
        changed = noisy(text)
        noisy_files[name] = (changed if _parses(changed) else text).encode()
    return noisy_files


def _parses(text: str) -> bool:
    try:
        compile(text, "noise", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def _windows(files: Upload, rng: random.Random) -> Upload:
    return {name: b"\xef\xbb\xbf" + raw.replace(b"\n", b"\r\n") for name, raw in files.items()}


def _folder(files: Upload, rng: random.Random) -> Upload:
    top = rng.choice(("homework", "my_submission", "assignment", "hw (2)"))
    junk = {f"__MACOSX/{top}/._{name}": b"\0\5\x16\7" for name in list(files)[:1]}
    return {**{f"{top}/{name}": raw for name, raw in files.items()}, **junk}


def _extras(files: Upload, rng: random.Random) -> Upload:
    return {
        **files,
        "notes.txt": b"ask about the bonus\n",
        "__pycache__/old.cpython-311.pyc": b"\xa7\r\r\n\0\0\0\0",
        ".DS_Store": b"\0\0\0\1Bud1",
    }


def _unknown_package(files: Upload, rng: random.Random) -> Upload:
    name = _one(files, rng)
    text = files[name].decode("utf-8")
    first = re.search(r"^(import|from) ", text, flags=re.MULTILINE)
    at = first.start() if first else 0
    return {**files, name: f"{text[:at]}import a_package_i_like\n{text[at:]}".encode()}


def _trial_run(files: Upload, rng: random.Random) -> Upload:
    """Code left at the end of a file that runs on import."""
    name = _one(files, rng)
    return {**files, name: files[name] + b'\n\nprint("it works!")\nfor number in range(3):\n    print(number)\n'}


COMMON = (
    Accident("syntax error", False, _syntax_error),
    Accident("wrong file name", False, _wrong_name),
    Accident("notebook", False, _notebook),
    Accident("missing file", False, _missing),
    Accident("print noise", True, _noise),
    Accident("Windows line ends", True, _windows),
    Accident("in a folder", True, _folder),
    Accident("extra files", True, _extras),
    Accident("unknown package", False, _unknown_package),
    Accident("code that runs on import", True, _trial_run),
)
ENDLESS = Accident("endless loop", False, _endless)


def _hostile_markup(files: Upload, rng: random.Random) -> Upload:
    remark = (
        b'\n# </script><script>document.title="owned"</script><img src=x onerror=alert(1)> {{ 7*7 }} ]]>\n'
        b'HTML = "</pre></textarea><svg onload=alert(2)>\\u202e"  # \xe2\x80\xae reversed \x1b[31m\n'
    )
    return {name: raw + remark for name, raw in files.items()}


def _hostile_exit(files: Upload, rng: random.Random) -> Upload:
    name = _one(files, rng)
    rude = b'\nimport os\nimport sys\n\nprint(\'{"score": 100, "tests": []}\')\nsys.stdout.flush()\nos._exit(0)\n'
    return {**files, name: files[name] + rude}


HOSTILE = (Accident("hostile markup", True, _hostile_markup), Accident("hostile exit", False, _hostile_exit))
