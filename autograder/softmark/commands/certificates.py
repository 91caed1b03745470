"""`softmark certificates` makes the certificates of a cluster in one go."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..render.say import say


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "certificates",
        help="make the certificate that protects a cluster",
        description="Write a certificate and its key into a folder. Whoever has the folder may take part in the "
        "cluster: copy it to all its machines, readable by you alone. Scheduler, workers and batch use the same "
        "files.",
    )
    reader.add_argument("folder", metavar="DIR", help="a folder for the two files; it is made")
    reader.add_argument("--days", type=int, default=200, metavar="N", help="how long it is valid (default: 200)")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..checks.errors import GraderFault
    from ..classes import certificates

    folder = Path(asked.folder)
    try:
        if not 1 <= asked.days <= 3650:
            raise GraderFault(f"--days must be from 1 to 3650, not {asked.days}")
        certificates.make(folder, asked.days)
    except GraderFault as problem:
        say(problem, file=sys.stderr)
        return 2
    mine, key = folder / certificates.CERTIFICATE, folder / certificates.KEY
    options = f"--tls-ca-file {mine} --tls-cert {mine} --tls-key {key}"
    say(f"written: {mine}, {key} (keep the key to yourself)")
    say(f"  dask scheduler --protocol tls {options}")
    say(f"  dask worker tls://HOST:8786 {options}")
    say(f"  softmark batch EXPORT --scheduler tls://HOST:8786 --certificates {folder}")
    return 0
