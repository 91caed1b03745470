"""Modules from the engine's one file are compiled once.

Python keeps no bytecode of what it imports from a zip, and compiles each module there twice: once to say which file it
is, and once to run it. Of the 0.86 processor seconds of `python check.py` in the miniature this took 0.2.
"""

from __future__ import annotations

import os
import sys
import zipimport


class CompiledOnce(zipimport.zipimporter):
    def get_filename(self, fullname: str) -> str:
        """From the table of contents alone."""
        path = os.path.join(self.archive, self.prefix + fullname.rpartition(".")[2])  # noqa: PTH118 (a zip's own words)
        return os.path.join(path, "__init__.py") if self.is_package(fullname) else f"{path}.py"  # noqa: PTH118


def begin(loader: object) -> None:
    """From now on, for the zip that this loader reads; an engine that lies in a folder needs nothing."""
    if not isinstance(loader, zipimport.zipimporter) or isinstance(loader, CompiledOnce):
        return
    archive = loader.archive

    def inside(path: str) -> CompiledOnce:
        if path != archive and not path.startswith(archive + os.sep):
            raise ImportError(f"{path} is not in {archive}")
        return CompiledOnce(path)

    sys.path_hooks.insert(0, inside)
    for entry in [entry for entry in sys.path_importer_cache if entry.startswith(archive)]:
        del sys.path_importer_cache[entry]
