"""Where requests come from: behind proxies of every usual kind, and on the bare port."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("starlette")

from starlette.datastructures import Headers
from starlette.testclient import TestClient

from bonduc.errors import BonducError
from bonduc.web.app import create_app
from bonduc.web.settings import Settings, from_environment
from bonduc.web.visitors.addresses import network_of, read_address
from bonduc.web.visitors.forwarded import FOR, HOST, PROTO, STANDARD, Origin, Trust, origin_of, read_trust

PROXY = "127.0.0.1"
CLIENT, FORGED = "203.0.113.7", "198.51.100.1"
CLOUD = "192.0.2.10"  # of a network that an operator trusts
Lines = list[tuple[str, str]]


def origin(lines: Lines, trust: str, peer: str = PROXY, header: str = "") -> Origin:
    raw = [(name.encode(), value.encode("latin-1")) for name, value in lines]
    return origin_of(Headers(raw=raw), peer, read_trust(trust), header)


def address(lines: Lines, trust: str, peer: str = PROXY, header: str = "") -> str:
    return origin(lines, trust, peer, header).address


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("203.0.113.7", "203.0.113.7"),
        (" 203.0.113.7\t", "203.0.113.7"),
        ("203.0.113.7:4711", "203.0.113.7"),
        ("[2001:db8::1]:4711", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ('"[2001:db8::1]:4711"', "2001:db8::1"),
        ("2001:DB8:0::1", "2001:db8::1"),
        ("fe80::1%eth0", "fe80::1"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("[::ffff:cb00:7107]:80", "203.0.113.7"),
        ("2002:cb00:7107::1", "203.0.113.7"),
    ],
)
def test_addresses_are_read_however_proxies_write_them(text: str, found: str) -> None:
    assert str(read_address(text)) == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "unknown",
        "_hidden",
        "999.1.1.1",
        "01.2.3.4",
        "[::1",
        "1.2.3",
        "x:y",
        "\x00",
        "[]",
        "[::1]x",
        "1.2.3.4:x",
        "1.2.3.4 5",
    ],
)
def test_what_is_no_address_is_none(text: str) -> None:
    assert read_address(text) is None


def test_limits_count_a_network_of_ipv6_and_an_address_of_ipv4() -> None:
    assert network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:2::1") != network_of("2001:db8:1:3::1")
    assert network_of("2001:db8:1:2::1", 48) == network_of("2001:db8:1:3::1", 48)
    assert network_of("::ffff:203.0.113.7") == network_of("203.0.113.7") != network_of("203.0.113.8")


# What arrives, by the kind of proxy in front; the client sends a forged X-Forwarded-For or Forwarded of its own.
BEHIND: dict[str, tuple[str, Lines]] = {
    "caddy": ("1", [(FOR, CLIENT), (PROTO, "https"), (HOST, "bonduc.example")]),
    "nginx": ("1", [(FOR, f"{FORGED}, {CLIENT}"), (PROTO, "https")]),
    "haproxy: a line of its own": ("1", [(FOR, FORGED), (FOR, CLIENT)]),
    "many lines": ("1", [(FOR, f"{FORGED}, {FORGED}"), (FOR, FORGED), (FOR, CLIENT)]),
    "with a port": ("1", [(FOR, f"{FORGED}:1, {CLIENT}:50312")]),
    "cloudflare, then nginx": ("2", [(FOR, f"{FORGED}, {CLIENT}, {CLOUD}")]),
    "cloudflare, then haproxy": ("2", [(FOR, f"{FORGED}, {CLIENT}"), (FOR, CLOUD)]),
    "nginx past cloudflare": ("2", [(FOR, CLIENT)]),
    "networks": ("127.0.0.0/8, 192.0.2.0/24", [(FOR, f"{FORGED}, {CLIENT}, {CLOUD}")]),
    "networks, past the outer one": ("127.0.0.0/8, 192.0.2.0/24", [(FOR, f"{CLOUD}, {FORGED}, {CLIENT}")]),
    "spaces and commas": ("1", [(FOR, f" ,, {FORGED} ,\t{CLIENT}  , ")]),
    "forwarded": ("1", [(STANDARD, f"for={FORGED}, for={CLIENT};proto=https")]),
    "forwarded, quoted": ("1", [(STANDARD, f'for={FORGED}, FOR="{CLIENT}:4711";host=bonduc.example')]),
    "forwarded, in lines": ("2", [(STANDARD, f"for={FORGED}"), (STANDARD, f"for={CLIENT}, by=_x;for={CLOUD}")]),
    "forwarded, an open quote": ("1", [(STANDARD, f'for="{FORGED}, for={CLIENT}')]),
    "both: forged forwarded": ("1", [(STANDARD, f"for={FORGED}"), (FOR, CLIENT)]),
}


@pytest.mark.parametrize("kind", BEHIND)
def test_the_last_address_that_a_trusted_proxy_wrote_counts(kind: str) -> None:
    trust, lines = BEHIND[kind]
    assert address(lines, trust) == CLIENT


def test_who_writes_forwarded_can_be_told() -> None:
    lines = [(FOR, FORGED), (STANDARD, f"for={CLIENT}")]
    assert address(lines, "1", header=STANDARD) == CLIENT
    assert address([(STANDARD, f"for={FORGED}")], "1", header=FOR) == PROXY


@pytest.mark.parametrize("junk", ["unknown", "_x", "", "1.2.3.4.5", "<script>", "::::", "-1", "\xff"])
def test_junk_counts_for_the_proxy_that_let_it_pass(junk: str) -> None:
    assert address([(FOR, f"{FORGED}, {junk}x")], "1") == PROXY
    assert address([(FOR, f"{FORGED}, {junk}x, {CLOUD}")], "2") == CLOUD
    assert address([(FOR, f"{FORGED}, {junk}x, {CLOUD}")], "127.0.0.1, 192.0.2.0/24") == CLOUD
    assert address([(STANDARD, f"for={FORGED}, for={junk}x")], "1") == PROXY


@pytest.mark.parametrize(
    "lines", [[(FOR, FORGED)], [(STANDARD, f"for={FORGED}")], [(PROTO, "https"), (HOST, "x.example")]]
)
@pytest.mark.parametrize(
    ("trust", "peer"), [("", CLIENT), ("0", CLIENT), ("127.0.0.1", CLIENT), ("10.0.0.0/8", CLIENT)]
)
def test_who_is_no_trusted_proxy_is_believed_nothing(lines: Lines, trust: str, peer: str) -> None:
    assert origin(lines, trust, peer) == Origin(peer)


def test_scheme_and_host_are_those_of_the_trusted_proxy() -> None:
    told = [(FOR, f"{FORGED}, {CLIENT}"), (PROTO, "http"), (PROTO, "https"), (HOST, "evil.example, bonduc.example")]
    assert origin(told, "1") == Origin(CLIENT, True, "bonduc.example")
    assert origin([(FOR, CLIENT), (PROTO, "gopher")], "1") == Origin(CLIENT)
    both = [(FOR, f"{CLIENT}, {CLOUD}"), (PROTO, "https")]
    assert origin(both, "2") == Origin(CLIENT, True)
    assert origin([(STANDARD, f"for={CLIENT};proto=https;host=a.example")], "1") == Origin(CLIENT, True, "a.example")


@pytest.mark.parametrize("trust", ["-1", "17", "x", "10.0.0.0/33", "1, 2, three"])
def test_trust_that_names_no_proxies_is_refused(trust: str) -> None:
    with pytest.raises(BonducError):
        Settings(trusted_proxies=trust)


def test_settings_of_trust() -> None:
    assert from_environment({"BONDUC_WEB_BEHIND_PROXY": "1"}).trust == Trust(1)
    assert from_environment({"BONDUC_WEB_TRUSTED_PROXIES": "2", "BONDUC_WEB_BEHIND_PROXY": "1"}).trust == Trust(2)
    assert from_environment({"BONDUC_WEB_TRUSTED_PROXIES": "10.0.0.1"}).trust == Trust(0, ("10.0.0.1/32",))
    assert not from_environment({}).trust
    with pytest.raises(BonducError):
        Settings(proxy_header="x-real-ip")


def site(folder: Path, peer: str, **settings: object) -> TestClient:
    given = {"folder": folder, "secret": "a secret for tests", "hosts": ("testserver",), "engines": 1, **settings}
    return TestClient(create_app(Settings(**given)), client=(peer, 50000))  # type: ignore[arg-type]


def answers(client: TestClient, headers: list[dict[str, str]]) -> list[int]:
    return [client.get("/api/session", headers=each).status_code for each in headers]


def test_a_network_of_ipv6_passes_no_limit(tmp_path: Path) -> None:
    with site(tmp_path, PROXY, trusted_proxies="1", rate=0.001, burst=3) as client:
        one = [{"x-forwarded-for": f"2001:db8:1:2::{number:x}"} for number in range(4)]
        assert answers(client, one) == [200, 200, 200, 429]
        assert answers(client, [{"x-forwarded-for": "2001:db8:1:3::1"}]) == [200]
        mapped = [
            {"x-forwarded-for": text}
            for text in ("192.0.2.1", "::ffff:192.0.2.1", "[::ffff:c000:201]:9", "192.0.2.1:8")
        ]
        assert answers(client, mapped) == [200, 200, 200, 429]


def test_on_the_bare_port_headers_pass_no_limit(tmp_path: Path) -> None:
    with site(tmp_path, CLIENT, rate=0.001, burst=3) as client:
        forged = [
            {name: f"for={n}.1.1.1" if name == STANDARD else f"{n}.1.1.1"}
            for n, name in enumerate([FOR, STANDARD, FOR, FOR])
        ]
        found = answers(client, forged)
        assert found == [200, 200, 200, 429]


def test_a_refusal_for_too_much_says_when_to_come_again(tmp_path: Path) -> None:
    with site(tmp_path, CLIENT, rate=0.001, burst=1) as client:
        client.get("/api/session")
        for path in ("/api/session", "/", "/api/export", "/static/x/js/site.js"):
            answer = client.get(path)
            assert answer.status_code == 429
            assert int(answer.headers["retry-after"]) > 0
