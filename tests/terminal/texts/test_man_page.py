"""The manual page: nothing that the commands offer is missing, and `man` has nothing to complain of."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from bonduc.terminal.texts.man_page import OWN_WORDS
from tests.terminal.support import Runner
from tests.terminal.test_app import commands

KNOWN = {"TH", "SH", "SS", "TP", "PP", "B", "I", "BR", "RI"}


@pytest.fixture
def page(bonduc: Runner) -> str:
    ran = bonduc("--man")
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def test_every_command_and_option_is_told(page: str) -> None:
    plain = page.replace("\\-", "-")
    sections = {part.partition("\n")[0]: part for part in plain.split(".SS ")[1:]}
    for name, command in commands():
        for parameter in command.params:
            if parameter.name not in OWN_WORDS:
                words = parameter.opts if parameter.param_type_name == "option" else [parameter.metavar]
                for word in words:
                    assert word in sections[name], f"{name}: {word}"


def test_every_line_is_text_or_a_known_request(page: str) -> None:
    for line in page.splitlines():
        assert line
        if line.startswith("."):
            assert line[1:].split()[0] in KNOWN, line
    assert not re.search(r"(?<!\\)-", page.partition(".SH COMMANDS")[2]), "every hyphen is one that can be copied"


@pytest.mark.skipif(shutil.which("man") is None, reason="there is no man here")
def test_man_shows_it_without_a_warning(page: str) -> None:
    ran = subprocess.run(["man", "--warnings", "-l", "-"], input=page, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "bonduc tables build" in ran.stdout
