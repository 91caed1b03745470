"""The secret behind the hidden numbers: one file beside the rubric, kept by staff and out of git.

The public numbers come from the rubric's `term`, which everybody may know. The hidden ones come from here: long and
random, so that nobody finds it by trying. Zips and journals carry its fingerprint, which tells two salts apart and
nothing else.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from functools import lru_cache
from pathlib import Path

from ..checks.errors import GraderFault

FILE = ".salt"
FINGERPRINT = "salt.fingerprint"
"""The file in both zips."""
LEAST = 32
"""Characters. What `make` writes has 64."""


def ensure(path: Path) -> bool:
    """Make one if there is none; whether it was made."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return False
    except OSError as error:
        raise GraderFault(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from None
    with os.fdopen(handle, "w", encoding="ascii") as stream:
        stream.write(secrets.token_hex(32) + "\n")
    return True


def read(path: Path) -> str:
    """The salt; GraderFault in one sentence if there is none worth the name."""
    try:
        text = path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        raise GraderFault(
            f"{path} is missing, and with it the hidden numbers: get it from whoever keeps it this term, or run "
            "`make`, which makes a new one"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise GraderFault(f"{path} cannot be read: {error}") from None
    if len(text) < LEAST:
        raise GraderFault(f"{path} has fewer than {LEAST} characters and can be guessed: delete it and run `make`")
    return text


def fingerprint(salt: str) -> str:
    return hashlib.sha256(b"softmark salt\0" + salt.encode()).hexdigest()[:12]


def key(seed: str, name: str, phase: str) -> str:
    """Decides every number of one phase of one assignment."""
    return hashlib.sha256(_stretched(seed, name) + phase.encode()).hexdigest()


@lru_cache(maxsize=16)
def _stretched(seed: str, name: str) -> bytes:
    """Whoever tries seeds pays for each."""
    return hashlib.pbkdf2_hmac("sha256", seed.encode(), b"softmark\0" + name.encode(), 50_000)
