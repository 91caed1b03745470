"""Says whether a name is one of a function that a rule forbids: the library has several for each.

Torch's softmax is torch.softmax, nn.Softmax, Tensor.softmax and aten's "_softmax.default". A rule names
one of them; what differs only in how it is spelled is the same function. Private names and those of one backend also
have words before, between and after: _scaled_dot_product_flash_attention.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import CodeType, FrameType

_BACKENDS = ("native_", "cudnn_", "miopen_", "mkldnn_", "fused_")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+(?!d$)")


@dataclass(frozen=True)
class Names:
    entries: tuple[str, ...] = ()
    """Of a rule: "torch.softmax", "ndarray.mean", "torch.distributions"."""
    _by_spelling: Mapping[str, str] = field(default_factory=dict)
    _known: dict[str | CodeType, str] = field(default_factory=dict)

    @staticmethod
    @functools.lru_cache(maxsize=64)
    def of(entries: tuple[str, ...]) -> Names:
        return Names(entries, {"".join(_words(_last(entry))): entry for entry in reversed(entries)})

    def entry(self, name: str) -> str:
        """The entry that forbids a function of torch's with this name, or an empty text."""
        if (known := self._known.get(name)) is None:
            known = self._known[name] = self._entry(name)
        return known

    def _entry(self, name: str) -> str:
        words = _words(name.partition(".")[0].removeprefix("special_"))
        if (exact := self._by_spelling.get("".join(words))) or not name.startswith(("_", *_BACKENDS)):
            return exact or ""
        return next((entry for entry in self.entries if _in_order(_words(_last(entry)), words)), "")

    def place(self, frame: FrameType) -> str:
        """The entry that forbids the library's own code that runs in this frame: a class or module of a rule."""
        if (known := self._known.get(frame.f_code)) is None:
            known = self._known[frame.f_code] = self._place(frame)
        return known

    def _place(self, frame: FrameType) -> str:
        module = str(frame.f_globals.get("__name__", ""))
        if not module.startswith("torch."):
            return ""
        for entry in self.entries:
            if entry in sys.modules and f"{module}.".startswith(f"{entry}."):
                return entry
        owner, _, function = getattr(frame.f_code, "co_qualname", frame.f_code.co_name).rpartition(".")
        return self.entry(owner) or self.entry(function)


def _last(entry: str) -> str:
    return entry.rpartition(".")[2]


def _words(name: str) -> list[str]:
    """ "LayerNorm" and "layer_norm" → layer, norm; so is "BatchNorm1d" batch, norm."""
    return [word.lower() for word in _WORD.findall(re.sub(r"\d+d$", "", name))]


def _in_order(some: list[str], words: list[str]) -> bool:
    rest = iter(words)
    return bool(some) and all(word in rest for word in some)
