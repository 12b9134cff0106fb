"""Runs the steps of the Containerfile without a container engine: python -m tests.tools.containerfile FOLDER [MORE …].

Needs root. Each stage is a folder into which this machine's own system is mounted, read-only, beside folders of its own
for what a stage changes; MORE are further folders that its Python or pip needs. RUN happens in it by chroot, COPY takes
the files of this project that are not ignored, and at the end the CMD is started as its user until the HEALTHCHECK says
that all is well. What this does not show: the base image (this machine's system and Python stand for it), layers, and
the isolation of an engine.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILE = ROOT / "Containerfile"
IGNORED = ROOT / ".containerignore"
MOUNTED = ("/bin", "/sbin", "/lib", "/lib64", "/usr", sys.base_prefix)
DEVICES = ("/dev", "/proc")
PATHS = f"{sys.base_prefix}/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
OWN = ("opt", "src", "var/lib", "var/cache", "etc", "tmp", "root")
STARTING = 120  # seconds until it is healthy


@dataclass
class Stage:
    """A stage: its instructions, and its name if it has one."""

    base: str
    name: str = ""
    steps: list[tuple[str, str]] = field(default_factory=list)

    def all(self, instruction: str) -> list[str]:
        """What every step of a kind says."""
        return [text for kind, text in self.steps if kind == instruction]


def parse(text: str) -> list[Stage]:
    """The stages of a Containerfile."""
    stages: list[Stage] = []
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    for line in filter(None, map(str.strip, joined.splitlines())):
        kind, _, rest = line.partition(" ")
        if kind == "FROM":
            base, _, name = rest.partition(" AS ")
            stages.append(Stage(base, name))
        else:
            stages[-1].steps.append((kind, rest))
    return stages


def is_sent(path: str) -> bool:
    """Whether a file of the project is sent to the engine: the last pattern that fits decides."""
    sent = True
    for pattern in IGNORED.read_text(encoding="utf-8").split():
        plain = pattern.lstrip("!").removeprefix("**/")
        parts = path.split("/")
        fits = any(fnmatch("/".join(parts[:end]), plain) for end in range(1, len(parts) + 1))
        if fits or ("**/" in pattern and any(fnmatch(part, plain) for part in parts)):
            sent = pattern.startswith("!")
    return sent


class Machine:
    """A stage as a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {"PATH": PATHS, "HOME": "/root"}
        self.environment |= {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        self.user, self.place = "root", "/"
        for name in OWN:
            (folder / name).mkdir(parents=True, exist_ok=True)
        for name in ("passwd", "group", "shadow", "resolv.conf", "hosts", "ssl", "xdg", "nsswitch.conf", "login.defs"):
            source = Path("/etc", name)
            if source.is_dir():
                shutil.copytree(source, folder / "etc" / name, symlinks=True, dirs_exist_ok=True)
            elif source.exists():
                shutil.copy(source, folder / "etc" / name)
        (folder / "tmp").chmod(0o1777)

    def mounts(self) -> str:
        """The commands that mount this machine's own system."""
        lines = []
        for name in (*MOUNTED, *sys.argv[2:], *DEVICES):
            if Path(name).is_dir():
                target = self.folder / name.lstrip("/")
                target.mkdir(parents=True, exist_ok=True)
                lines.append(f"mount --rbind {shlex.quote(name)} {shlex.quote(str(target))}")
                if name not in DEVICES:
                    lines.append(f"mount -o remount,bind,ro {shlex.quote(str(target))}")
        return "\n".join(lines)

    def command(self, arguments: list[str], user: str) -> list[str]:
        """A command in the machine."""
        given = [f"{name}={value}" for name, value in self.environment.items()]
        inside = ["env", "-i", "-C", self.place, *given, *arguments]
        chroot = shlex.join(["chroot", f"--userspec={user}", str(self.folder), *inside])
        return ["unshare", "--mount", "--propagation", "private", "sh", "-ec", f"{self.mounts()}\nexec {chroot}"]

    def run(self, arguments: list[str]) -> None:
        """Run one to its end."""
        subprocess.run(self.command(arguments, self.user), check=True)


def build(stages: list[Stage], folder: Path) -> Machine:
    """Do the steps of all stages; the last one as it is then."""
    machines: dict[str, Machine] = {}
    machine = Machine(folder / "empty")
    for number, stage in enumerate(stages):
        machine = Machine(folder / f"stage-{number}")
        machines[stage.name] = machine
        for kind, text in stage.steps:
            _say(f"{kind} {text}"[:110])
            _step(machine, machines, kind, text)
    return machine


def _step(machine: Machine, machines: dict[str, Machine], kind: str, text: str) -> None:
    if kind == "RUN":
        machine.run(["/bin/sh", "-c", text])
    elif kind == "COPY":
        _copy(machine, machines, shlex.split(text))
    elif kind == "ENV":
        name, _, value = text.partition("=")
        machine.environment[name] = value if name != "PATH" else f"{value}:{PATHS}"
    elif kind == "USER":
        machine.user = text
    elif kind == "WORKDIR":
        machine.place = text
        (machine.folder / text.lstrip("/")).mkdir(parents=True, exist_ok=True)


def _copy(machine: Machine, machines: dict[str, Machine], words: list[str]) -> None:
    source = ROOT
    if words[0].startswith("--from="):
        source = machines[words.pop(0).removeprefix("--from=")].folder
    *names, target = words
    place = machine.folder / Path(machine.place, target).as_posix().lstrip("/")
    for name in names:
        found = source / name.lstrip("/")
        if found.is_dir():
            ignore = shutil.ignore_patterns("__pycache__")
            shutil.copytree(found, place, symlinks=True, dirs_exist_ok=True, ignore=ignore)
        else:
            assert source != ROOT or is_sent(name), f"{name} is ignored"
            into = place if not target.endswith("/") else place / found.name
            into.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(found, into)


def start(machine: Machine, stage: Stage) -> Iterator[str]:
    """Start the CMD, and tell when the HEALTHCHECK is content."""
    command = json.loads(stage.all("CMD")[-1])
    check = json.loads(stage.all("HEALTHCHECK")[-1].partition(" CMD ")[2])
    process = subprocess.Popen(machine.command(command, machine.user))
    try:
        until = time.monotonic() + STARTING
        while subprocess.run(machine.command(check, machine.user), capture_output=True, check=False).returncode:
            if process.poll() is not None or time.monotonic() > until:
                raise SystemExit("it does not become healthy")
            time.sleep(1)
        yield "healthy"
    finally:
        process.terminate()
        process.wait(30)
    yield f"ended with {process.returncode}"


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> None:
    """Build in a folder, start, and end."""
    folder = Path(sys.argv[1])
    stages = parse(FILE.read_text(encoding="utf-8"))
    machine = build(stages, folder)
    for said in start(machine, stages[-1]):
        _say(said)


if __name__ == "__main__":
    main()
