"""What a task leans on: by the rubric's `uses`, and by the student's own calls, constructors and base classes.

One mistake costs once only if it is known where it is used. A student may write `simple_attention` with their own
`softmax`, which is a later task and in nobody's `uses`: if that is wrong, the first must not be lost with it.
"""

from __future__ import annotations

from ..checks.rules.forbidden import Reading
from ..content.rubric import Rubric


class Leaning:
    def __init__(self, rubric: Rubric) -> None:
        self._rubric = rubric
        self._order = {item.id: place for place, item in enumerate(rubric.items)}
        self._calls: dict[str, set[str]] = {}
        """Item → the items whose functions or classes its own code uses."""

    def read(self, reading: Reading) -> None:
        """Follow the calls of every task; nothing is run."""
        owners = self._owners()
        for item in self._rubric.items:
            names = [f"{item.file.removesuffix('.py')}.{name}" for name in item.names]
            self._calls[item.id] = {owners[name] for name in reading.leans(names) if name in owners} - {item.id}

    def stands_on(self, ident: str) -> set[str]:
        """What a task leans on, directly or not, as far as the reference may stand in for it.

        A later task counts only if it leans on nothing itself. So no two tasks ever stand on each other, and none can
        be passed by what the reference made of it.
        """
        found: set[str] = set()
        waiting = [ident]
        while waiting:
            for other in self._leans(waiting.pop()) - found - {ident}:
                earlier = self._order.get(other, len(self._order)) < self._order[ident]
                if other in self._order and (earlier or not self._leans(other)):
                    found.add(other)
                    waiting.append(other)
        return found

    def _leans(self, ident: str) -> set[str]:
        return set(self._rubric.item(ident).uses) | self._calls.get(ident, set())

    def _owners(self) -> dict[str, str]:
        """Function, method or class → the item that it is written in; a class belongs to the item of its `forward`."""
        found: dict[str, str] = {}
        for item in self._rubric.items:
            module = item.file.removesuffix(".py")
            for name in item.names:
                owner, _, method = name.rpartition(".")
                found[f"{module}.{name}"] = item.id
                if owner and (method == "forward" or f"{module}.{owner}" not in found):
                    found[f"{module}.{owner}"] = item.id
        return found
