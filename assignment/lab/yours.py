"""Your five files, for the scripts of this folder: where they are, and one sentence when they stop."""

import argparse
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

CODE = Path(__file__).resolve().parent.parent


class Told(Exception):
    """One sentence for the reader: this cannot be had, and nothing of ours is broken."""


def add_code(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--code", metavar="FOLDER", type=Path, default=CODE, help="where lm.py is")


def with_your_code(action: Callable[[], object], folder: Path) -> None:
    """Do it with the files of this folder; whatever stops it is told in one sentence.

    One thread: matrices this small gain little from a second, and lose much when other programs are busy.
    """
    import torch

    if hasattr(sys.stdout, "reconfigure"):  # an old console may lack ×, █ or ␣; better a ? than a crash
        sys.stdout.reconfigure(errors="replace")
    if not (folder / "lm.py").is_file():
        sys.exit(f"--code: there is no lm.py in {folder}")
    sys.path.insert(0, str(folder.resolve()))
    torch.set_num_threads(1)
    try:
        action()
    except Told as reason:
        sys.exit(str(reason))
    except NotImplementedError as missing:
        sys.exit(f"{missing}: write it first, then run this again")
    except SyntaxError as error:
        sys.exit(f"your code cannot be read: {Path(error.filename or '').name}, line {error.lineno}: {error.msg}")
    except KeyboardInterrupt:
        sys.exit("\nstopped")
    except Exception as error:
        place = where_it_stopped(error, folder.resolve())
        if not place:
            raise  # not your code: a bug of ours, and we want to see all of it
        sys.exit(f"your code stopped at {place}: {type(error).__name__}: {error} (python check.py tells you more)")


def where_it_stopped(error: Exception, folder: Path) -> str:
    """The last line of your own code that the error passed through: `multihead.py, line 30`."""
    steps = traceback.extract_tb(error.__traceback__)
    own = [step for step in steps if Path(step.filename).resolve().parent == folder]
    return f"{Path(own[-1].filename).name}, line {own[-1].lineno}" if own else ""
