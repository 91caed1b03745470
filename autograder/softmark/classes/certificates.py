"""Checks the certificate with which a cluster's scheduler, workers and batch know each other.

Whoever can talk to a Dask scheduler can run programs on its workers, and what workers send is unpickled. So nothing
beyond this very machine is talked to without TLS on both sides. Who has the folder may take part; nobody else.
"""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ..checks.errors import GraderFault

CERTIFICATE, KEY = "cluster.pem", "cluster.key"


def require_lock(url: str, folder: Path | None) -> None:
    """GraderFault if this address must not be talked to as it is."""
    if url.startswith("tls://"):
        if folder is None:
            raise GraderFault(f"{url} wants certificates: give the folder with --certificates DIR")
        absent = [name for name in (CERTIFICATE, KEY) if not (folder / name).is_file()]
        if absent:
            raise GraderFault(
                f"{folder} holds no {' and no '.join(absent)}: the page on clusters says how to make them"
            )
    elif not is_here(url):
        raise GraderFault(
            f"{url} is on another machine and is not encrypted: whoever reaches it could run programs as you. Make "
            "certificates (the page on clusters says how), start scheduler and workers with them, and use tls:// and "
            "--certificates DIR"
        )


def is_here(url: str) -> bool:
    """Whether an address is this very machine's; a name could be anybody's, but for one."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def security(folder: Path | None) -> Any:
    """The same as an object of Dask's; None for this machine alone."""
    if folder is None:
        return None
    from distributed import Security

    mine, key = str(folder / CERTIFICATE), str(folder / KEY)
    return Security(tls_ca_file=mine, tls_client_cert=mine, tls_client_key=key, require_encryption=True)  # type: ignore[no-untyped-call]
