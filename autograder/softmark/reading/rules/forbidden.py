"""Finds not-allowed calls in the student's source, and the sentence for each. Nothing here ever runs it.

The question is "does this task's function, or a helper it reaches, use one of these library functions?". So names are
followed to what they stand for: through imports and aliases, module-level values, class attributes, methods and the
student's other files, into every function that the task reaches. A name in a comment or a string is no use of it. A
task that is bound by the same rule ends the path: that one loses for itself.

Reading proves a plain use. It cannot prove the absence of one: code that hides what it calls (names put together from
pieces, `eval`, private names of the library) is followed where it can be, and noted for staff where it cannot. Where
the source looks things up by name, a string that is the name of a forbidden function counts as its use.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from .bypasses import CHANGED, IMPOSTOR, SERIOUS, SETTINGS, TWO_MEANINGS, is_private
from .name_values import Code
from .observations import Observation
from .reachable import Reachable
from .trees import MAX_CHAIN
from .walk import Reader, Use

MOST_TEXTS = 5
"""So often text inside executed text is followed."""


@dataclass(frozen=True)
class Hit:
    """One use of a library function that a task does not allow."""

    file: str
    line: int
    name: str
    """What is used, by its full name: "torch.nn.functional.softmax", "Tensor.softmax"."""
    call: str
    """The entry of the rule that forbids it."""
    evasion: bool = False
    """The source hides what it does; staff are told."""
    written: str = ""
    """How it stands in the source: "G.softmax"."""


class Reading:
    """One submission, read once for all tasks and all rules.

    It belongs to whoever made it: nothing that comes from a student's text is kept for the next one.
    """

    def __init__(
        self, sources: Mapping[str, str], contract: Collection[str] = (), given: Mapping[str, str] | None = None
    ) -> None:
        """`sources` maps module name → text; `contract` lists the names of all tasks. `given` are the modules that
        students were handed: whatever is taken from one is followed to what it is there."""
        self._own = frozenset(sources)
        self._code = Code({**_imported(sources, given or {}), **sources})
        self._tangled = self._code.work.given_up > 0
        """Whether already the names of these files would have taken too much work."""
        self._contract = frozenset(contract)
        self._reader = Reader(self._code, self._contract)
        self._reached: dict[tuple[frozenset[str], frozenset[str]], Reachable] = {}
        """One for each task and set of tasks that it shares a rule with."""

    @property
    def trees(self) -> Mapping[str, ast.Module]:
        """Module name → its tree, where Python itself can read it."""
        return {name: tree for name, tree in self._code.trees.items() if name in self._own}

    def hits(self, names: Collection[str], calls: Collection[str], bound: Collection[str] = ()) -> list[Hit]:
        """Uses of `calls` in the functions `names` and whatever they reach, in the order of file and line.

        Names are "attention.attend" or "attention.AttentionHead.forward". `bound` are those of all tasks that the same
        rule binds: following ends there.
        """
        forbidden = _forbidden(tuple(calls))
        reachable = self._reachable(names, bound)
        found: dict[tuple[str, int, str], Hit] = {}
        for use, match in [
            *(
                (use, forbidden.member(use.name) if use.member else forbidden.match(use.name))
                for use in reachable.uses()
            ),
            *((use, forbidden.word(use.name)) for use in (self._by_name(reachable) if reachable.looks_up else ())),
        ]:
            if match is not None:
                call, private = match
                name = f"{_receiver(call)}.{use.name}" if use.member else use.name
                hit = Hit(f"{use.module}.py", use.line, name, call, use.hidden or private, use.written)
                before = found.get((hit.file, hit.line, call))
                if before is None or (hit.evasion and not before.evasion):
                    found[hit.file, hit.line, call] = hit
        return [found[key] for key in sorted(found)]

    def unread(self, names: Collection[str], bound: Collection[str] = ()) -> bool:
        """Whether some of what those functions reach could not be read, so that a use may have been missed."""
        mine = {name.partition(".")[0] for name in names}
        if self._tangled or not self._code.too_much.isdisjoint(mine):
            return True
        reachable = self._reachable(names, bound)
        return reachable.unread or any(use.name.partition(".")[0] in self._code.too_much for use in reachable.uses())

    @staticmethod
    def _by_name(reachable: Reachable) -> Iterator[Use]:
        """Where things are looked up by name: strings, and members of what came of it."""
        yield from reachable.words()
        yield from (use._replace(hidden=True, member=False) for use in reachable.uses() if use.member)

    def notes(
        self, names: Collection[str], calls: Collection[str] = (), bound: Collection[str] = ()
    ) -> list[Observation]:
        """What those functions reach that reading cannot see through: for staff."""
        reachable, forbidden = self._reachable(names, bound), _forbidden(tuple(calls))
        notes = {
            *self._about_own_files(reachable),
            *(
                Observation(f"{use.module}.py", use.line, TWO_MEANINGS, use.name, SERIOUS)
                for use in reachable.ambiguous()
                if forbidden.member(use.name)
            ),
        }
        return sorted(notes, key=lambda note: (note.weight, note.file, note.line, note.says, note.what))

    def import_notes(self) -> list[Observation]:
        """The same for what runs when the files are imported, and for what they change outside themselves."""
        notes = {*self._about_own_files(self._imports())}
        for path, bindings in self._code.patched.items():
            if not path.startswith(SETTINGS):
                notes |= {Observation(f"{b.scope.module}.py", b.line, CHANGED, path, SERIOUS) for b in bindings}
        notes |= {Observation(f"{b.scope.module}.py", b.line, IMPOSTOR, "", SERIOUS) for b in self._code.impostors}
        return sorted(notes, key=lambda note: (note.weight, note.file, note.line, note.says, note.what))

    def _about_own_files(self, reachable: Reachable) -> Iterator[Observation]:
        return (note for note in reachable.notes() if note.file.removesuffix(".py") in self._own)

    def imports_unread(self) -> bool:
        """Whether some of what runs when the files are imported could not be read."""
        return self._tangled or bool(self._code.too_much) or self._imports().unread

    def _imports(self) -> Reachable:
        return self._settled(lambda: Reachable.imports(self._reader, self._own))

    def _reachable(self, names: Collection[str], bound: Collection[str]) -> Reachable:
        mine = frozenset(names)
        key = (mine, frozenset(bound) - mine)
        if key not in self._reached:
            self._reached[key] = self._settled(lambda: Reachable(self._reader, mine, key[1]))
        return self._reached[key]

    def _settled(self, reachable: Callable[[], Reachable]) -> Reachable:
        """Text that the source executes adds to what names stand for: then everything is read again."""
        found = reachable()
        for _ in range(MOST_TEXTS):
            if self._reader.texts == self._code.texts:
                break
            self._reader = Reader(self._code, self._contract)
            self._reached.clear()
            found = reachable()
        return found


_BEFORE_A_MODULE = ("import ", "from ", ", ", '"', "'")


def _imported(sources: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """The given modules whose names the sources mention as an import does, or as a string; and what those import."""
    found: dict[str, str] = {}
    waiting = [*sources.values()]
    while waiting:
        text = waiting.pop()
        for name in given.keys() - found.keys() - sources.keys():
            if any(before + name in text for before in _BEFORE_A_MODULE):
                found[name] = given[name]
                waiting.append(given[name])
    return found


def among(paths: Collection[str], calls: Collection[str]) -> list[str]:
    """Those of the library paths that an entry forbids, whichever of its names they use."""
    forbidden = _forbidden(tuple(calls))
    if not forbidden.alike("\n".join(paths)):  # hundreds of paths for each grade: one look nearly always settles it
        return []
    return [path for path in paths if forbidden.match(path) is not None]


def sentence(hit: Hit, task: str, says: str) -> str:
    """What the student reads."""
    plain = hit.written in ("", hit.name) or hit.name.endswith("." + hit.written)
    alias = "" if plain else f" (written `{hit.written}`)"
    return (
        f"{hit.file} line {hit.line} calls {hit.name}{alias}; "
        f"task {task} asks you to write it yourself (not allowed: {says})"
    )


# What is forbidden ----------------------------------------------------------------------------------------------------

_HOMES = (
    *("torch", "torch.nn.functional", "torch.Tensor", "torch.special", "torch.functional", "torch.sparse"),
    *("torch.masked", "torch._refs", "torch._refs.nn.functional", "torch._refs.special", "torch._prims"),
    *("torch.ops.aten", "torch.ops.torch", "torch._C._nn", "torch._C._VariableFunctions", "torch._VF"),
    *("torch._C.TensorBase", "torch._C._TensorBase", "torch._C._special"),
)
"""Other names of the same functions: what is forbidden under one is forbidden under all."""


_SHORT = {"Tensor": "torch.Tensor", "F": "torch.nn.functional", "ndarray": "numpy.ndarray"}
"""How people write entries of a rule."""


class _Forbidden:
    """The entries of a task's rules, ready to be matched."""

    def __init__(self, calls: Collection[str]) -> None:
        self._exact = {spelling: call for call in calls for spelling in (call, _tidy(call))}
        self._tails: dict[str, str] = {}
        self._members: dict[str, str] = {}
        self._words: dict[str, str] = {}
        """By their last name alone; wherever else in the library such a name stands, it means the same."""
        for call in calls:
            parent, _, name = _tidy(call).rpartition(".")
            if parent in _HOMES:
                self._tails[name.strip("_")] = call
            if parent.partition(".")[0] == "torch":
                self._words.setdefault(name.strip("_"), call)
            # torch.layer_norm is no method of tensors: `block.layer_norm(x)` is somebody's own attribute
            method_too = parent == "torch" and not name.startswith("_") and not name.endswith("_norm")
            if method_too or parent in ("torch.Tensor", "numpy.ndarray"):
                self._members.setdefault(name.strip("_"), call)
        words = {tail.partition("_")[0] for tail in self._tails} | {each.rpartition(".")[2] for each in self._exact}
        words |= {*self._words}
        self.alike = re.compile("|".join(map(re.escape, sorted({*words, *_SHORT})))).search
        """Whatever an entry forbids has one of these words in it; hardly any other path has."""

    def match(self, path: str) -> tuple[str, bool] | None:
        """The entry that forbids this path, and whether the path is private."""
        if not self.alike(path):
            return None
        for spelling in (path, _tidy(path)):
            parts = spelling.split(".")[:MAX_CHAIN]
            for end in range(1, len(parts) + 1):
                if call := self._exact.get(".".join(parts[:end])):
                    return call, is_private(spelling)
        path = _tidy(path)
        for home in sorted(_HOMES, key=len, reverse=True):
            if path.startswith(home + "."):
                name = path[len(home) + 1 :].partition(".")[0]
                private = is_private(path)
                if call := self._tails.get(name.strip("_")):
                    return call, private
                if (private or name.startswith("native_")) and (found := self._inside(name)):
                    return found
        return self._elsewhere(path)

    def _elsewhere(self, path: str) -> tuple[str, bool] | None:
        """`torch._decomp.decompositions._softmax`, `torch.ao.nn.quantized.Softmax`"""
        first, *rest = path.split(".")[:MAX_CHAIN]
        for part in rest if first == "torch" else ():
            if call := self._words.get(part.strip("_")):
                return call, is_private(path)
        return None

    def word(self, word: str) -> tuple[str, bool] | None:
        """The entry whose own name this is."""
        call = self._words.get(word.strip("_")) or self._members.get(word.strip("_"))
        return (call, False) if call else None

    def _inside(self, name: str) -> tuple[str, bool] | None:
        """`_scaled_dot_product_flash_attention` is scaled_dot_product_attention with one more word."""
        for tail, call in self._tails.items():
            words = iter(name.split("_"))
            if all(word in words for word in tail.split("_")):
                return call, True
        return None

    def member(self, attr: str) -> tuple[str, bool] | None:
        """The entry that forbids this member of a tensor or array; it is never private."""
        call = None if attr.startswith("__") else self._members.get(attr.strip("_"))
        return (call, False) if call else None


@lru_cache(maxsize=64)
def _forbidden(calls: tuple[str, ...]) -> _Forbidden:
    """The rubric's rules are few and serve every submission."""
    return _Forbidden(calls)


def _receiver(call: str) -> str:
    return "ndarray" if "ndarray" in call else "Tensor"


def _tidy(path: str) -> str:
    """`torch.nn.modules.activation.Softmax` is torch.nn.Softmax; `Tensor.softmax` is torch.Tensor.softmax."""
    parts = path.split(".")
    if parts[:3] == ["torch", "nn", "modules"] and len(parts) > 4:
        parts = ["torch", "nn", *parts[4:]]
    return ".".join([_SHORT.get(parts[0], parts[0]), *parts[1:]])
