"""Makes any text writable: half a character of student output must not cost a grade."""

from __future__ import annotations


def writable(text: str) -> str:
    """Text that can be written as UTF-8."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


class CleanTexts:
    """Makes every text field of a dataclass writable, however the object came to be."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is None or value is True or value == "":
                continue
            if isinstance(value, str):
                if not value.isascii():
                    object.__setattr__(self, name, writable(value))
            elif isinstance(value, tuple) and any(isinstance(part, str) for part in value):
                object.__setattr__(self, name, tuple(writable(str(part)) for part in value))
