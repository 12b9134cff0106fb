"""What a server can be told, from the environment (`BONDUC_WEB_…`) and the command line, with safe defaults."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bonduc.errors import BonducError
from bonduc.language import N_
from bonduc.web.running.logs import FORMATS, LEVELS
from bonduc.web.running.private import SECRET_FILE, from_file, kept_secret, sound
from bonduc.web.visitors.addresses import IPV6_PREFIX, read_networks
from bonduc.web.visitors.forwarded import HEADERS, Trust, read_trust

PREFIX = "BONDUC_WEB_"
LOOPBACK = ("127.0.0.1", "::1", "localhost")
DEFAULT_PORTS = {"https": 443, "http": 80}
_TRUTHS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False, "": False}


def data_folder() -> Path:
    """Where the site keeps its database and its secret: BONDUC_DATA_DIR or the user's data folder, `web` in it."""
    given = os.environ.get("BONDUC_DATA_DIR")
    if given:
        return Path(given) / "web"
    from platformdirs import user_data_path

    return user_data_path("bonduc") / "web"


def _check_public(url: str) -> None:
    """BonducError if people could not reach the site at this address."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BonducError(N_("public_url={url} is no address: {fault}", url=repr(url), fault=str(error))) from error
    if parts.scheme not in DEFAULT_PORTS:
        raise BonducError(N_("public_url={url}: must begin with https:// or http://", url=repr(url)))
    if not parts.hostname or port == 0:
        raise BonducError(N_("public_url={url}: names no host", url=repr(url)))
    if parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc:
        fault = N_(
            "public_url={url}: must end after the host and port, for the site fills a host of its own", url=repr(url)
        )
        raise BonducError(fault)


@dataclass(frozen=True)
class Settings:
    """The settings of one server process; processes that serve the same games share database, secret and bus.

    host, port       where it listens; loopback unless told otherwise
    database         an SQLAlchemy URL; empty: SQLite in the data folder
    secret           signs cookies; empty: kept in the data folder, made the first time
    bus              how processes tell each other of moves: `` (what the database offers: LISTEN/NOTIFY of
                     PostgreSQL, looking at SQLite again and again), `postgresql` or a `redis://` URL
    processes        server processes on this port
    hosts            names the site answers to (Host header), besides loopback ones; `*` for any
    public_url       the address people reach it at, `https://…`, without a path; cookies are then sent over TLS only
    trusted_proxies  the proxies in front whose word counts (`visitors.forwarded`): their number, or their networks
    behind_proxy     the same as one trusted proxy
    proxy_header     what they write: x-forwarded-for or forwarded; empty: the former, the latter where there is none
    ipv6_prefix      bits of an IPv6 address that limits count by
    engines          engine processes; 0: one fewer than processors, at least one
    helpers          processes for pictures, records and long sowings
    engine_queue     requests that may wait for an engine in all, and
    engine_share     how many of them one visitor may have waiting or running
    rate, burst      requests a second and at once that one address may make; 0: no limit
    sockets          WebSockets that one visitor, and one address, may have open
    games_a_day      games that one visitor, and one address, may begin
    body_limit       the largest request body, in bytes
    header_limit     the largest head of a request, in bytes
    header_time, body_time, idle_time, stall_time    seconds that a client may take for the head of a request and for
                     its body, between two requests, and without taking anything of what it is sent
    connections      connections that one address may have to the port, and
    all_connections  that there may be in all
    keep_days        days after which a live game in which nobody has moved is cleared away; 0: never
    keep_finished_days    days after which games, finished or given up, and results of puzzles are deleted; 0: never
    log_level        from which level on is logged: debug, info, warning, error; log_format: text or json
    metrics_from     networks that may ask for /metrics, with commas between;
    metrics_token    if there is one, who knows it may, and nobody else
    hang_time        seconds without a sign of life after which a server process is replaced
    folder           the data folder
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = field(default="", repr=False)
    secret: str = field(default="", repr=False)
    bus: str = field(default="", repr=False)
    processes: int = 1
    hosts: tuple[str, ...] = ()
    public_url: str = ""
    trusted_proxies: str = ""
    behind_proxy: bool = False
    proxy_header: str = ""
    ipv6_prefix: int = IPV6_PREFIX
    engines: int = 0
    helpers: int = 2
    engine_queue: int = 64
    engine_share: int = 3
    rate: float = 20.0
    burst: int = 120
    sockets: int = 64
    games_a_day: int = 500
    body_limit: int = 256 * 1024
    header_limit: int = 32 * 1024
    header_time: float = 10.0
    body_time: float = 30.0
    idle_time: float = 15.0
    stall_time: float = 30.0
    connections: int = 256
    all_connections: int = 4000
    keep_days: int = 30
    keep_finished_days: int = 730
    log_level: str = "info"
    log_format: str = "text"
    metrics_from: str = "127.0.0.0/8, ::1"
    metrics_token: str = field(default="", repr=False)
    hang_time: float = 20.0
    folder: Path = field(default_factory=data_folder)

    def __post_init__(self) -> None:
        for name, low, high in (
            ("port", 0, 65535),
            ("processes", 1, 64),
            ("engines", 0, 256),
            ("helpers", 1, 64),
            ("engine_queue", 1, 100_000),
            ("engine_share", 1, 1000),
            ("rate", 0, 1e6),
            ("burst", 1, 1_000_000),
            ("sockets", 1, 100_000),
            ("games_a_day", 1, 1_000_000),
            ("ipv6_prefix", 16, 128),
            ("body_limit", 1024, 1 << 30),
            ("header_limit", 1024, 1 << 24),
            *((name, 0.1, 3600) for name in ("header_time", "body_time", "idle_time", "stall_time")),
            ("hang_time", 2, 3600),
            ("connections", 1, 1_000_000),
            ("all_connections", 1, 1_000_000),
            ("keep_days", 0, 36_500),
            ("keep_finished_days", 0, 36_500),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise BonducError(f"{name}={value}: must be from {low} to {high:g}")
        if self.proxy_header.lower() not in ("", *HEADERS):
            raise BonducError(f"proxy_header={self.proxy_header!r}: must be {' or '.join(HEADERS)}")
        for name, choices in (("log_level", LEVELS), ("log_format", FORMATS)):
            if getattr(self, name) not in choices:
                raise BonducError(f"{name}={getattr(self, name)!r}: must be one of {', '.join(choices)}")
        read_trust(self.trusted_proxies)
        read_networks(self.metrics_from)
        if self.public_url:
            _check_public(self.public_url)

    @property
    def engine_processes(self) -> int:
        """How many engine processes to run."""
        return self.engines or max(1, (os.cpu_count() or 1) - 1)

    @property
    def database_url(self) -> str:
        """The database's URL."""
        return self.database or f"sqlite:///{self.folder / 'bonduc.sqlite3'}"

    @property
    def trust(self) -> Trust:
        """The proxies whose word counts."""
        return read_trust(self.trusted_proxies) or Trust(int(self.behind_proxy))

    @property
    def public_origin(self) -> str:
        """The public address as browsers send it in Origin, without a port that goes without saying; empty if none."""
        parts = urlsplit(self.public_url)
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
        port = "" if parts.port in (None, DEFAULT_PORTS.get(parts.scheme)) else f":{parts.port}"
        return f"{parts.scheme}://{host}{port}" if host else ""

    @property
    def secure_cookies(self) -> bool:
        """Whether cookies are to be sent over TLS only."""
        return self.public_origin.startswith("https://")

    def signing_secret(self) -> str:
        """The secret that signs cookies; made and kept, readable by its owner only, where none was given."""
        if self.secret:
            return sound(self.secret, "secret")
        try:
            kept = kept_secret(self.folder)
        except (OSError, UnicodeDecodeError) as error:
            raise BonducError(N_("the secret cannot be kept: {fault}", fault=str(error))) from error
        return sound(kept, str(self.folder / SECRET_FILE))


def from_environment(environment: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """The settings of the environment, those in `given` that are not None before them; BonducError on a bad one.

    What is to be kept from others, such as `database`, can also stand in a file: BONDUC_WEB_DATABASE_FILE names it.
    """
    variables = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    for each in fields(Settings):
        variable = PREFIX + each.name.upper()
        text = variables.get(variable)
        if not each.repr and f"{variable}_FILE" in variables:
            if text is not None:
                raise BonducError(
                    N_("{name} and {file}: only one of them can be given", name=variable, file=f"{variable}_FILE")
                )
            text = from_file(variables[f"{variable}_FILE"], f"{variable}_FILE")
        if text is not None:
            values[each.name] = _read(each.name, str(each.type), text)
    values.update({name: value for name, value in given.items() if value is not None})
    return Settings(**values)


def _read(name: str, kind: str, text: str) -> Any:
    """The value of a variable of a field of this type."""
    try:
        if kind == "bool":
            return _TRUTHS[text.lower()]
        if kind == "tuple[str, ...]":
            return tuple(part.strip() for part in text.split(",") if part.strip())
        return {"int": int, "float": float, "Path": Path, "str": str}[kind](text)
    except (KeyError, ValueError):
        raise BonducError(f"{PREFIX}{name.upper()}={text!r} is no {kind}") from None
