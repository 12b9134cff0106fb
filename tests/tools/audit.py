"""Looks for known vulnerabilities of what is locked: python -m tests.tools.audit.

Where the service that knows them cannot be reached nothing was audited, and that is what is said; only found
vulnerabilities are a failure.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LOCK = Path(__file__).parents[2] / "requirements" / "web.lock"
COMMAND = (sys.executable, "-m", "pip_audit", "--disable-pip", "--progress-spinner", "off", "--format", "json")


@dataclass(frozen=True)
class Audit:
    """How many packages were looked up, how many could not be, and what was found."""

    known: int
    unknown: int
    found: tuple[str, ...]

    @property
    def told(self) -> str:
        """It in a sentence or a few."""
        if self.found:
            return "\n".join(["vulnerable:", *self.found])
        if not self.known:
            return "audit skipped: the service that knows vulnerabilities cannot be reached"
        unknown = f" ({self.unknown} could not be looked up)" if self.unknown else ""
        return f"{self.known} packages, none with a known vulnerability{unknown}"


def read(text: str) -> Audit:
    """What pip-audit found; nothing where its answer is none."""
    try:
        packages: list[dict[str, Any]] = json.loads(text)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Audit(0, 0, ())
    known = [each for each in packages if "skip_reason" not in each]
    found = [
        f"  {each['name']} {each['version']}: {one['id']}, fixed in {', '.join(one['fix_versions']) or 'no release'}"
        for each in known
        for one in each["vulns"]
    ]
    return Audit(len(known), len(packages) - len(known), tuple(found))


def main() -> int:
    """Audit the lock; 1 if something vulnerable is locked."""
    done = subprocess.run([*COMMAND, "--requirement", str(LOCK)], capture_output=True, text=True, check=False)
    audit = read(done.stdout)
    sys.stdout.write(audit.told + "\n")
    return int(bool(audit.found))


if __name__ == "__main__":
    sys.exit(main())
