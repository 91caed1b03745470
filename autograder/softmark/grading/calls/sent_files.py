"""Lists the files that are sent into a worker: the student's own, and what is given beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Files:
    """What is sent into a worker."""

    own: Mapping[str, str]
    """The student's files: name → text, in task order."""
    given: Mapping[str, str] = field(default_factory=dict)
    """Files of ours that student code may import; not secret."""
    called: tuple[str, ...] = ()
    """Those of them that graders call directly."""
    stubs: Mapping[str, str] = field(default_factory=dict)
    """Module name → the file as it is handed out, for one that cannot be imported and that later tasks stand on."""


def own_files(names: Sequence[str], texts: Mapping[str, str]) -> dict[str, str]:
    """The submitted files in task order; missing ones are simply not there."""
    return {name: texts[name] for name in names if name in texts}
