"""Makes the certificate with which a cluster's scheduler, workers and batch know each other.

Whoever can talk to a Dask scheduler can run programs on its workers, and what workers send is unpickled. So nothing
beyond this very machine is talked to without TLS on both sides. Who has the folder may take part; nobody else.
"""

from __future__ import annotations

import datetime
import ipaddress
import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ..checks.errors import GraderFault

CERTIFICATE, KEY = "cluster.pem", "cluster.key"
DAYS = 200
"""A term."""


def make(folder: Path, days: int = DAYS) -> None:
    """Write both files into a folder of their own; GraderFault if they are there, or cannot be made."""
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
    except ImportError:
        raise GraderFault(
            "certificates need the package cryptography, which is not installed here: pip install 'softmark[class]'"
        ) from None
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "softmark cluster")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))  # clocks differ
        .not_valid_after(now + datetime.timedelta(days=days))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write(folder / KEY, secret, 0o600)
        _write(folder / CERTIFICATE, certificate.public_bytes(serialization.Encoding.PEM), 0o644)
    except FileExistsError as there:
        raise GraderFault(f"{there.filename} is there already: give another folder, or delete both files") from None
    except OSError as problem:
        raise GraderFault(f"{folder} cannot be written: {(problem.strerror or str(problem)).lower()}") from None


def _write(path: Path, data: bytes, mode: int) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as stream:
        stream.write(data)


def require_lock(url: str, folder: Path | None) -> None:
    """GraderFault if this address must not be talked to as it is."""
    if url.startswith("tls://"):
        if folder is None:
            raise GraderFault(f"{url} wants certificates: give the folder with --certificates DIR")
        absent = [name for name in (CERTIFICATE, KEY) if not (folder / name).is_file()]
        if absent:
            raise GraderFault(f"{folder} holds no {' and no '.join(absent)}: softmark certificates {folder} makes them")
    elif not is_here(url):
        raise GraderFault(
            f"{url} is on another machine and is not encrypted: whoever reaches it could run programs as you. Make "
            "certificates (softmark certificates DIR), start scheduler and workers with them, and use tls:// and "
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
