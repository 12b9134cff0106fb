"""What shells complete when Tab is pressed."""

from __future__ import annotations

import pytest

from bonduc.terminal.app import run


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion_is_there_for_every_shell(
    shell: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_BONDUC_COMPLETE", f"source_{shell}")
    assert run([]) == 0
    assert "_BONDUC_COMPLETE" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("bonduc pl", ["play"]),
        ("bonduc rules ", ["kiothi", "rio-kadalis", "adji-kui-ii", "bao-la-kimasai"]),
        ("bonduc play ki", ["kiothi"]),
        ("bonduc play kiothi --speed s", ["slow", "step"]),
        ("bonduc play kiothi --lang f", ["fa", "fil"]),
        ("bonduc match random greedy --game ad", ["adji-kui-ii"]),
        ("bonduc tables bu", ["build"]),
        ("bonduc convert --to po", ["positions"]),
        ("bonduc perft rio-kadalis 3 -o ho", ["holes="]),
    ],
)
def test_completion_knows_commands_games_and_options(
    typed: str,
    offered: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("_BONDUC_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split(" ")) - 1))
    assert run([]) == 0
    assert capsys.readouterr().out.split() == offered
