"""Addresses of the internet, and the part of one that limits count by.

Whoever has an IPv6 connection has a whole network of addresses, usually a /64: counted one by one they would pass any
limit. So limits count networks. An IPv4 address that stands inside an IPv6 one (mapped, 6to4, Teredo) counts as itself.
"""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from bonduc.errors import BonducError

IPV6_PREFIX = 64  # bits of an IPv6 address that a connection usually has for itself
LONGEST_NAME = 64  # characters that are kept of what is no address

Address = IPv4Address | IPv6Address

_WRITTEN = re.compile(
    r"""\[(?P<bracketed>[0-9A-Fa-f:.]+)(%[^\]]*)?\](:\d+)?   # IPv6, with a port perhaps
      | (?P<plain>[0-9.]+ (?=:\d+$) | [0-9A-Fa-f:.]+)(:\d+|%\S*)?  # IPv4, with a port perhaps; IPv6 without
    """,
    re.VERBOSE,
)


def read_address(text: str) -> Address | None:
    """The address in what proxies write: plain, with a port, in brackets, in quotes; None if there is none."""
    found = _WRITTEN.fullmatch(text.strip().strip('"').strip())
    if found is None:
        return None
    try:
        return _inner(ip_address(found["bracketed"] or found["plain"]))
    except ValueError:
        return None


def network_of(address: str, prefix: int = IPV6_PREFIX) -> str:
    """The network that an address counts for: an IPv4 address itself, the first bits of an IPv6 address."""
    return _network(address, prefix)


def read_networks(text: str) -> tuple[str, ...]:
    """Networks with commas between; BonducError names the first that is none."""
    found = []
    for part in filter(None, (each.strip() for each in text.split(","))):
        try:
            found.append(str(ip_network(part, strict=False)))
        except ValueError:
            raise BonducError(f"{part!r} is no network of addresses: it should be like 10.0.0.0/8") from None
    return tuple(found)


def is_in(address: Address | None, networks: tuple[str, ...]) -> bool:
    """Whether an address lies in one of these networks."""
    return address is not None and any(address in _read(network) for network in networks)


@lru_cache(maxsize=4096)
def _network(address: str, prefix: int) -> str:
    found = read_address(address)
    if found is None:
        return address[:LONGEST_NAME]
    if isinstance(found, IPv4Address):
        return str(found)
    return str(ip_network((found, prefix), strict=False))


_read = lru_cache(maxsize=256)(ip_network)


def _inner(address: Address) -> Address:
    """The IPv4 address that an IPv6 address stands for, if it does."""
    if isinstance(address, IPv4Address):
        return address
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None) or address
