"""Where a request comes from when there are proxies in front: `X-Forwarded-For`, `Forwarded` and their relatives.

Anybody can send these headers, so only what a trusted proxy wrote counts. Each proxy adds at the end whom it was asked
by; the connection itself is the last of them. From there one goes back, proxy by proxy:

- `Trust(count=2)`: two proxies, whatever their addresses; the port must not be reachable past them.
- `Trust(networks=…)`: as long as the address gone back to lies in these networks; whoever connects from elsewhere is
  believed nothing.

What cannot be read as an address ends the way: the last good one before it counts, that of the proxy which let it pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from bonduc.errors import BonducError
from bonduc.web.visitors.addresses import Address, is_in, network_of, read_address, read_networks

MOST_PROXIES = 16
FOR, PROTO, HOST, STANDARD = "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded"
HEADERS = (FOR, STANDARD)
SECURE = {"http": "https", "ws": "wss", "https": "https", "wss": "wss"}
PLAIN = {"http": "http", "ws": "ws", "https": "http", "wss": "ws"}


@dataclass(frozen=True)
class Trust:
    """Which proxies are believed: so many in front of the site, or those in some networks."""

    count: int = 0
    networks: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.count or self.networks)

    def believes(self, address: Address | None, steps: int) -> bool:
        """Whether what was written at an address is believed, so many proxies back from the connection."""
        return steps < self.count if self.count else is_in(address, self.networks)


def read_trust(text: str) -> Trust:
    """The proxies that a setting names: their number, or networks with commas between. BonducError if it does not."""
    text = text.strip()
    if not text.isdecimal():
        return Trust(networks=read_networks(text))
    if int(text) > MOST_PROXIES:
        raise BonducError(f"trusted_proxies={text}: must be from 0 to {MOST_PROXIES}, or networks")
    return Trust(int(text))


@dataclass(frozen=True)
class Origin:
    """Where a request comes from: the address, the scheme and the host that the client used, where proxies tell."""

    address: str
    secure: bool | None = None
    host: str | None = None


def origin_of(headers: Headers, peer: str, trust: Trust, header: str = "") -> Origin:
    """Where a request with these headers comes from that arrived from a peer.

    `header` names the one that the proxies write, FOR or STANDARD. Without it the latter counts where there is none of
    the former, which is safe behind proxies that always write the former.
    """
    here = read_address(peer)
    if not trust.believes(here, 0):
        return Origin(peer)
    told = _standard(headers) if _is_standard(headers, header) else _customary(headers)
    address, steps = peer, 0
    while steps < len(told.addresses) and trust.believes(here, steps):
        found = read_address(told.addresses[-1 - steps])
        if found is None:
            break
        here, address, steps = found, str(found), steps + 1
    scheme = _at(told.schemes, steps)
    secure = {"https": True, "wss": True, "http": False, "ws": False}.get((scheme or "").lower())
    return Origin(address, secure, _at(told.hosts, steps))


@dataclass(frozen=True)
class _Told:
    """What proxies tell, the nearest last."""

    addresses: Sequence[str]
    schemes: Sequence[str]
    hosts: Sequence[str]


def _is_standard(headers: Headers, header: str) -> bool:
    return header == STANDARD or (not header and FOR not in headers and STANDARD in headers)


def _customary(headers: Headers) -> _Told:
    return _Told(_parts(headers, FOR), _parts(headers, PROTO), _parts(headers, HOST))


def _standard(headers: Headers) -> _Told:
    """`Forwarded` (RFC 7239). Neither addresses nor schemes nor hosts hold commas, so that quotes need not be
    followed: one that a client leaves open cannot swallow what a proxy adds."""
    hops = [_pairs(part) for part in _parts(headers, STANDARD)]
    return _Told(*([hop.get(name, "") for hop in hops] for name in ("for", "proto", "host")))


def _parts(headers: Headers, name: str) -> list[str]:
    """The elements of a list, which may stand in several lines."""
    return [part.strip() for line in headers.getlist(name) for part in line.split(",") if part.strip()]


def _pairs(hop: str) -> dict[str, str]:
    found = (pair.partition("=") for pair in hop.split(";"))
    return {name.strip().lower(): value.strip().strip('"') for name, _, value in found}


def _at(values: Sequence[str], steps: int) -> str | None:
    """What the proxy wrote to whom the client spoke; proxies that write such a header once replace what was there."""
    return (values[-min(max(1, steps), len(values))] or None) if values else None


class ForwardedMiddleware:
    """Puts into the scope where a request comes from (`client`, `scheme`), and what it counts for (`network`)."""

    def __init__(self, app: ASGIApp, trust: Trust, header: str, prefix: int) -> None:
        self.app = app
        self.trust = trust
        self.header = header
        self.prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or WebSocket."""
        if scope["type"] in ("http", "websocket"):
            self._note(scope)
        await self.app(scope, receive, send)

    def _note(self, scope: Scope) -> None:
        peer = (scope.get("client") or ("",))[0]
        found = origin_of(Headers(scope=scope), peer, self.trust, self.header)
        if found.address != peer:
            scope["client"] = (found.address, 0)
        if found.secure is not None:
            scope["scheme"] = (SECURE if found.secure else PLAIN)[scope.get("scheme", "http")]
        scope["forwarded_host"] = found.host
        scope["network"] = network_of(found.address, self.prefix)


def address_of(scope: Scope) -> str:
    """The network that a request counts for, as ForwardedMiddleware found it: an IPv4 address, an IPv6 /64."""
    found: str = scope["network"]
    return found
