"""What the site is installed from: above releases with known vulnerabilities, locked by hash, audited."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.tools.audit import read

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements" / "web.lock").read_text(encoding="utf-8")
INPUT = (ROOT / "requirements" / "web.in").read_text(encoding="utf-8")
BROUGHT = "brought"
EXTRAS = ("web", "postgres", "redis", BROUGHT)

# The first releases without what is known of those before them.
SOUND = {
    "h11": "0.16.0",  # CVE-2025-43859: chunks that are read leniently
    "idna": "3.7",  # CVE-2024-3651: quadratic time
    "jinja2": "3.1.6",  # CVE-2025-27516: out of the sandbox
    "mako": "1.3.12",  # CVE-2026-44307, CVE-2026-41205: out of the folder
    "redis": "4.5.4",  # CVE-2023-28859: answers to another
    "pydantic": "2.4.0",  # CVE-2024-3772: quadratic time
    "starlette": "1.5.1",  # CVE-2026-48710: hosts that hold a path; CVE-2025-62727: ranges without end
}


def version(text: str) -> tuple[int, ...]:
    """A release as numbers."""
    found = [int(part) for part in re.findall(r"\d+", text.partition("+")[0])]
    return tuple([*found, 0, 0, 0, 0][:4])


def floors(extra: str) -> dict[str, str]:
    """The lowest release that an extra takes, by package; `brought`: of what others bring."""
    listed = PROJECT["optional-dependencies"][extra] if extra != BROUGHT else INPUT.splitlines()
    found = (re.match(r"([a-zA-Z0-9_-]+)(?:\[\w+])?>=([\d.]+)", each) for each in listed)
    return {match[1].lower(): match[2] for match in found if match}


def locked() -> dict[str, str]:
    """What is locked, by package."""
    return dict(re.findall(r"^([a-z0-9._-]+)==([^ ;\\]+)", LOCK, re.MULTILINE))


@pytest.mark.parametrize("name", SOUND)
def test_floors_are_above_known_vulnerabilities(name: str) -> None:
    given = {name: floor for extra in EXTRAS for name, floor in floors(extra).items()}
    assert name in given, f"{name} has no floor"
    assert version(given[name]) >= version(SOUND[name])


def test_every_dependency_of_the_site_is_locked_above_its_floor() -> None:
    found = locked()
    for extra in EXTRAS:
        for name, floor in floors(extra).items():
            assert version(found[name.replace("_", "-")]) >= version(floor), name
    for each in PROJECT["dependencies"]:
        assert re.split(r"[>=\[]", each)[0].lower() in found


def test_the_lock_holds_hashes_and_no_places() -> None:
    assert "make lock" in LOCK.splitlines()[1]
    packages = re.split(r"\n(?=[a-z0-9])", LOCK.partition("make lock\n")[2])
    assert len(packages) > 30
    for package in packages:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", package), package[:60]
    assert not re.search(r"https?://|file:|--index|--find-links|@ ", LOCK)


def answer(*packages: Mapping[str, object]) -> str:
    return json.dumps({"dependencies": list(packages), "fixes": []})


SOUND_ONE = {"name": "starlette", "version": "1.10.0", "vulns": []}
SICK_ONE = {
    "name": "jinja2",
    "version": "3.1.5",
    "vulns": [{"id": "PYSEC-1", "fix_versions": ["3.1.6"], "aliases": []}],
}
UNKNOWN = {"name": "h11", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("text", "told", "failed"),
    [
        (answer(SOUND_ONE), "none with a known vulnerability", False),
        (answer(SOUND_ONE, UNKNOWN), "1 could not be looked up", False),
        (answer(SOUND_ONE, SICK_ONE), "jinja2 3.1.5: PYSEC-1, fixed in 3.1.6", True),
        (answer(UNKNOWN), "audit skipped", False),
        ("", "audit skipped", False),
        ("[]", "audit skipped", False),
    ],
)
def test_an_audit_says_what_it_could_look_up(text: str, told: str, failed: bool) -> None:
    audit = read(text)
    assert told in audit.told
    assert bool(audit.found) is failed


def test_continuous_integration_audits() -> None:
    script = next((ROOT / ".ci").iterdir()).read_text(encoding="utf-8")
    assert "make audit" in script
