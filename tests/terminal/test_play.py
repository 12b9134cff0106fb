"""Play without a terminal: every command, every game, two people, two computers, saving, leaving."""

from __future__ import annotations

import io
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import bonduc as package
from bonduc.engine import Analysis, Choice, Line
from bonduc.errors import BonducError
from bonduc.games.registry import GAMES
from bonduc.play import Match, Round
from bonduc.position import Position
from bonduc.records.reader import read_record, read_records
from bonduc.terminal.app import run
from bonduc.terminal.session import actions, computer
from bonduc.terminal.session.session import choices_of
from tests.terminal.support import Runner, bad_input, first_choice

TWO = ("--north", "human")
OPENING = {"kiothi": ["EF>A5,B5", "ef>a5,b5"]}


def first_moves(name: str, count: int) -> list[str]:
    """Moves of both players from the start, the openings first."""
    round_ = Round(package.game(name))
    for text in OPENING.get(name, []):
        round_.play(text)
    while len(round_.moves) < count:
        round_.play(first_choice(round_.position))
    return [str(move) for move in round_.moves]


@pytest.mark.parametrize("name", GAMES)
def test_two_people_play(bonduc: Runner, name: str) -> None:
    moves = first_moves(name, 6)
    ran = bonduc("play", name, *TWO, typed=[*moves, "quit"])
    assert ran.code == 0
    for number, move in enumerate(moves):
        assert f"{('South', 'North')[number % 2]} played {move}." in ran.out
    assert f"  {GAMES[name].name}, after 6 moves" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80 or "bonduc play --load" in ran.out


@pytest.mark.parametrize("name", GAMES)
def test_every_command_in_every_game(bonduc: Runner, name: str, tmp_path: Path) -> None:
    """Commands before, between and after moves; none ends the session or changes the game against the rules."""
    path = tmp_path / "kept.txt"
    moves = first_moves(name, 4)
    typed = ["why", "moves", "hint", "board", "undo", "redo", *moves, "why", f"why {moves[-1]}", "undo", "redo", "flip"]
    typed += ["speed", "speed fast", "speed warp", "help", "?", "wat", "why wat", "", "moves", "board"]
    typed += [
        f"save {path}",
        f"load {path}",
        "load",
        "load nowhere",
        "save",
        "draw",
        "n",
        "resign",
        "why",
        "undo",
        "quit",
    ]
    ran = bonduc("play", name, *TWO, typed=typed)
    assert ran.code == 0
    assert ran.err == ""
    said = ran.words
    for message in (
        "No move has been played yet.",
        "Cannot undo: no move has been played.",
        "Cannot redo: no move has been taken back.",
        "Hint: ",
        f"Taken back: {moves[-1]}.",
        f"Played again: {moves[-1]}.",
        "North is at the bottom now.",
        "The speed is normal; there are slow, normal, fast, instant, step.",
        "Speed: fast.",
        "Speed 'warp': must be",
        "undo, redo take back",
        "'wat' is neither a move nor a command. Type a move, or help.",
        f"Saved in {path}.",
        f"Loaded {path}: {GAMES[name].name}",
        "nowhere",
        "Load what?",
        "Save where?",
        "South offers a draw. North, do you agree?",
        "The draw is declined.",
        "North wins" if name == "bao-la-kimasai" else "North wins ",
        "(resignation)",
        "The round goes on.",
    ):
        assert message in said, message
    assert [str(move) for move in read_record(path).moves] == moves


@pytest.mark.parametrize("name", GAMES)
def test_against_the_computer_in_either_seat(bonduc: Runner, name: str) -> None:
    ran = bonduc("play", name, typed=[first_moves(name, 1)[0], "undo", "quit"])
    assert f"South played {first_moves(name, 1)[0]}." in ran.out
    assert "North played" in ran.out
    assert "Taken back: " in ran.out, "both moves, up to the person's own turn"
    assert "South (you) to move" in ran.out.split("Taken back")[1]
    assert "The game is kept" not in ran.out, "nothing is under way"
    north = bonduc("play", name, "--south", "computer:2", "--north", "human", typed=["quit"])
    assert "South (computer, level 2)" in north.out
    assert north.out.index("South (computer") < north.out.rindex("North (you) to move"), "North sits at the bottom"


@pytest.mark.parametrize("name", GAMES)
def test_two_computers_play_to_the_end(bonduc: Runner, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played = {"moves": 0}

    def choose(round_: Round, **limits: object) -> Choice:
        """The last legal move: rounds of first moves may be long."""
        played["moves"] += 1
        position = round_.position
        move = first_choice(position) if position.phase != "play" else position.legal_moves[-1]
        return Choice(move, Analysis(position, (Line((move,), 0, False, 1),), 1, 0.0, 1))

    monkeypatch.setattr(computer, "choose", choose)
    ran = bonduc("play", name, "--south", "computer", "--north", "computer:1")
    assert ran.code == 0
    assert ran.out.count(" played ") == played["moves"] > 3
    assert "The round is over" in ran.words or "repetition" in ran.words
    assert "The game is kept" not in ran.out


def test_options_reach_the_game(bonduc: Runner) -> None:
    ran = bonduc("play", "rio-kadalis", "--option", "holes=5", "-o", "direction=clockwise", typed=["quit"])
    assert "Rio Kadalis, holes=5 direction=clockwise" in ran.out


def test_a_position_to_start_from(bonduc: Runner) -> None:
    position = "0,0,8,8,3,8/2,9,1,1,1,3 0 4 S -"
    ran = bonduc("play", "rio-kadalis", *TWO, "--position", position, typed=["c", "quit"])
    assert "binikh, South takes 4" in ran.words


def test_a_position_that_is_over(bonduc: Runner) -> None:
    position = "0,0,0,0,0,0/0,0,0,0,0,0 20 28 - -"
    ran = bonduc("play", "rio-kadalis", "--position", position, typed=["A", "hint", "why A", "draw", "resign", "quit"])
    assert "North wins 28 to 20." in ran.out
    assert ran.words.count("The round is over") >= 4


def test_a_forced_pass_takes_enter(bonduc: Runner) -> None:
    position = "1,0,1,0,0,0/4,0,0,2,3,1 18 18 N -"
    ran = bonduc("play", "adji-kui-ii", *TWO, "--position", position, typed=["a", "", "quit"])
    assert "North has no legal move: Enter passes." in ran.out
    assert "North has no legal move and passes." in ran.out


def test_illegal_moves_say_which_rule(bonduc: Runner) -> None:
    position = "6,6,1,0,6,6/2,7,1,6,1,6 0 0 S -"
    ran = bonduc("play", "adji-kui-ii", *TWO, "--position", position, typed=["C", "why C", "pass", "Z", "C:2", "quit"])
    assert ran.words.count("C is not legal: C holds a single seed, and single seeds cannot be sown (rule 1).") == 2
    assert "Pass is not legal" in ran.words
    assert "'Z' is neither a move nor a command" in ran.words or "'Z' is no hole" in ran.words
    assert "the game has no partial lifts" in ran.words


def test_why_tells_what_a_move_would_do(bonduc: Runner) -> None:
    ran = bonduc("play", "rio-kadalis", *TWO, typed=["why B", "quit"])
    assert "B is legal. It would do this: South lifts 4 stones from B" in ran.words


def test_unknown_commands_get_a_suggestion(bonduc: Runner) -> None:
    assert "Did you mean resign?" in bonduc("play", "rio", *TWO, typed=["resing", "quit"]).out


def test_short_commands_give_way_to_holes(bonduc: Runner) -> None:
    """`h` is a hole in Kiothi, a hint where there is no such hole; `b` is always a hole."""
    assert "Hint" in bonduc("play", "rio", *TWO, typed=["h", "quit"]).out
    kiothi = bonduc("play", "kiothi", *TWO, typed=[*OPENING["kiothi"], "h", "quit"])
    assert "Hint" not in kiothi.out
    assert "South played H:5" in kiothi.out or "H:5 is not legal" in kiothi.out


def test_the_menu(bonduc: Runner) -> None:
    assert "Rio Kadalis" in bonduc("play", *TWO, typed=["2", "quit"]).out.split("Number or name")[1]
    ran = bonduc("play", *TWO, typed=["chess", "9", "adji kui", "quit"])
    assert "There is no game 'chess'." in ran.out
    assert "  Adji Kui II\n" in ran.out
    bad_input(bonduc("play"))


def test_draws_between_people(bonduc: Runner) -> None:
    ran = bonduc("play", "rio", *TWO, typed=["A", "draw", "y", "quit"])
    assert "The round is a draw (agreed draw)." in ran.out


@pytest.mark.parametrize(("score", "answer"), [(0, "agrees"), (0.5, "agrees"), (-0.01, "would rather play on")])
def test_the_computer_agrees_to_a_draw_it_does_not_mind(
    bonduc: Runner, monkeypatch: pytest.MonkeyPatch, score: float, answer: str
) -> None:
    def analyse(position: Position, **limits: object) -> Analysis:
        return Analysis(position, (Line((position.legal_moves[0],), score, False, 1),), 1, 0.0, 1)

    monkeypatch.setattr(computer, "analyse", analyse)
    assert f"The computer {answer}" in bonduc("play", "rio", typed=["draw", "quit"]).out


def test_a_failing_engine_ends_in_one_line_and_keeps_the_game(
    bonduc: Runner, monkeypatch: pytest.MonkeyPatch, data_folder: Path
) -> None:
    def choose(round_: Round, **limits: object) -> Choice:
        raise BonducError("the engine gave up")

    monkeypatch.setattr(computer, "choose", choose)
    ran = bonduc("play", "rio", typed=["A"])
    assert bad_input(ran) == "bonduc: the engine gave up\n"
    assert [str(move) for move in read_record(next((data_folder / "games").iterdir())).moves] == ["A"]


# Keeping games


@pytest.mark.parametrize("leave", [["quit"], []], ids=["quit", "end of input"])
def test_a_game_under_way_is_kept_and_goes_on(bonduc: Runner, data_folder: Path, leave: list[str]) -> None:
    ran = bonduc("play", "rio-kadalis", *TWO, typed=["A", "a", *leave])
    assert ran.code == 0
    kept = list((data_folder / "games").iterdir())
    assert len(kept) == 1
    assert f"The game is kept. Go on with it: bonduc play --load {kept[0]}" in ran.words
    again = bonduc("play", "--load", str(kept[0]), *TWO, typed=["B", "quit"])
    assert "Rio Kadalis, after 2 moves" in again.out
    assert "South played B." in again.out
    assert len(list((data_folder / "games").iterdir())) == 2, "a new file: nothing is written over"
    assert "Loaded" in bonduc("play", "rio", *TWO, typed=["load", "quit"]).out


def test_ctrl_c_leaves_cleanly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data_folder: Path
) -> None:
    lines = iter(["A\n"])

    def readline() -> str:
        for line in lines:
            return line
        raise KeyboardInterrupt

    typed = io.StringIO()
    monkeypatch.setattr(typed, "readline", readline)
    monkeypatch.setattr(sys, "stdin", typed)
    assert run(["play", "rio-kadalis", *TWO]) == 0
    out, err = capsys.readouterr()
    assert "The game is kept" in out
    assert err == ""


def test_saving_asks_before_it_replaces(bonduc: Runner, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("precious")
    ran = bonduc("play", "rio", *TWO, typed=["A", f"save {path}", "n", "quit"])
    assert f"{path} exists. Replace it?" in ran.words
    assert "Nothing was saved." in ran.out
    assert path.read_text() == "precious"
    bonduc("play", "rio", *TWO, typed=["A", f"save {path}", "yes", "quit"])
    assert [str(move) for move in read_record(path).moves] == ["A"]
    assert list(tmp_path.glob(".mine*")) == []


def test_a_saved_game_is_not_kept_twice(bonduc: Runner, tmp_path: Path, data_folder: Path) -> None:
    ran = bonduc("play", "rio", *TWO, typed=["A", f"save {tmp_path / 'a.txt'}", "quit"])
    assert "The game is kept" not in ran.out
    assert not data_folder.exists()


@pytest.mark.parametrize("command", ["save", "load"])
def test_a_home_folder_of_nobody_is_told(bonduc: Runner, command: str) -> None:
    ran = bonduc("play", "rio", *TWO, typed=["A", f"{command} ~nobody-of-this-name/x", "quit"])
    assert ran.code == 0
    assert "home folder of somebody unknown" in ran.words


def kept_games(data_folder: Path) -> list[list[str]]:
    """The moves of the games that were kept, in the order in which they were."""
    paths = sorted((data_folder / "games").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    return [[str(move) for move in read_record(path).moves] for path in paths]


def test_a_loaded_game_keeps_the_one_under_way(bonduc: Runner, tmp_path: Path, data_folder: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text('[Game "rio-kadalis"]\n\n1. A b *\n')
    ran = bonduc("play", "rio", *TWO, typed=["B", f"load {path}", "quit"])
    assert "The game is kept." in ran.words
    assert f"Loaded {path}: Rio Kadalis, after 2 moves." in ran.words
    assert kept_games(data_folder) == [["B"]], "what was loaded is in its file already"


def test_the_game_kept_last_is_not_loaded_unasked_in_place_of_another_kind(bonduc: Runner, data_folder: Path) -> None:
    bonduc("play", "kiothi", *TWO, typed=["EF>A2,B3,j5", "quit"])
    for kind in (["rio"], ["kiothi", "-o", "bonus=run"], ["kiothi", "--match"]):
        ran = bonduc("play", *kind, *TWO, typed=["load", "n", "moves", "quit"])
        assert "The game kept last is another: Kiothi, after 1 move (" in ran.words
        assert "Nothing was loaded." in ran.words
        assert "Loaded" not in ran.words
        assert "Loaded" in bonduc("play", *kind, *TWO, typed=["load", "y", "quit"]).words
    again = bonduc("play", "kiothi", *TWO, typed=["load", "quit"]).words
    assert "is another" not in again
    assert "Loaded" in again


@pytest.mark.parametrize("command", ["new", "load {one}", "quit"])
def test_a_game_that_cannot_be_kept_is_not_given_up_unasked(
    bonduc: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    one = tmp_path / "one.txt"
    one.write_text('[Game "rio-kadalis"]\n\n1. A b *\n')
    monkeypatch.setenv("BONDUC_DATA_DIR", str(one))  # no folder can be made below a file
    ran = bonduc("play", "rio", *TWO, typed=["B", command.format(one=one), "no", "moves"])
    assert "The game could not be kept:" in ran.words
    assert "Go on without it?" in ran.words
    assert ran.out.count("Rio Kadalis, after 1 move\n") >= 3, "the game goes on"
    given_up = bonduc("play", "rio", *TWO, typed=["B", command.format(one=one), "yes", "moves"])
    after = given_up.out.split("y/N: yes\n")[1]
    assert "after 1 move\n" not in after
    assert "could not be kept" not in after


def test_a_match_is_kept_from_its_first_result_on(bonduc: Runner, data_folder: Path) -> None:
    assert "The game is kept." in bonduc("play", "kiothi", "--match", *TWO, typed=["resign", "quit"]).words
    assert read_record(next((data_folder / "games").iterdir())).result == "0-1"


@pytest.mark.parametrize("error", [ZeroDivisionError, MemoryError, BrokenPipeError, OSError(28, "no room")])
def test_a_fault_of_our_own_loses_no_game(
    bonduc: Runner, data_folder: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException | type[BaseException]
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(actions, "list_moves", fail)
    with suppress(OSError):  # what standard output raises is dealt with where commands begin
        assert bonduc("play", "rio", *TWO, typed=["A", "moves"]).code == 2
    assert kept_games(data_folder) == [["A"]]


def test_loading_a_bad_file_loses_nothing(bonduc: Runner, tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_bytes(b'[Game "rio-kadalis"]\n\n1. A Z')
    ran = bonduc("play", "rio", *TWO, typed=["A", f"load {path}", f"load {tmp_path}", "moves", "quit"])
    assert "line 3, column 6" in ran.words
    assert ran.out.count("Rio Kadalis, after 1 move\n") == 4
    assert "Legal: a b c" in ran.words or "Legal: " in ran.words


def test_one_of_several_games_is_loaded(bonduc: Runner, tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text('[Game "rio-kadalis"]\n\n1. A *\n\n[Game "adji-kui-ii"]\n\n1. B *\n')
    ran = bonduc("play", "rio", *TWO, typed=[f"load {path}", f"load {path} 3", f"load {path} 2", "quit"])
    assert "holds 2 games: say which" in ran.words
    assert "holds no game 3: it holds 2" in ran.words
    assert "Adji Kui II, after 1 move" in ran.out


def test_load_wants_no_other_game(bonduc: Runner, tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text('[Game "rio-kadalis"]\n\n1. A *\n')
    assert "not of Kiothi" in bad_input(bonduc("play", "kiothi", "--load", str(path)))
    assert "leave the others out" in bad_input(bonduc("play", "--load", str(path), "--match"))
    assert "after 1 move" in bonduc("play", "rio", "--load", str(path), *TWO, typed=["quit"]).out


def test_a_new_game_keeps_the_old_one(bonduc: Runner, data_folder: Path) -> None:
    ran = bonduc("play", "rio", *TWO, typed=["A", "new", "B", "quit"])
    assert "A new game." in ran.out
    kept = sorted((data_folder / "games").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert [[str(move) for move in read_record(path).moves] for path in kept] == [["A"], ["B"]]


# Kiothi's opening


def test_the_opening_step_by_step(bonduc: Runner) -> None:
    typed = ["E", "f", "A2 B3 j2", "back", "k3", "A9", "j2", "help", "rest J", "", "quit"]
    ran = bonduc("play", "kiothi", *TWO, typed=typed)
    said = ran.words
    assert "Place 10 (A2 B3 j5" in said
    assert "'k3' is no hole with a number" in said
    assert "A9: there are 5 warriors left to place" in said
    assert "Second hole to empty" in said
    assert "All placed." in said
    assert "South played EF>A2,B3,J3,j2." in said


def test_the_opening_can_be_given_up(bonduc: Runner) -> None:
    typed = ["EF", "A2", "cancel", "EA", "E", "E", "back", "EFG", "EF>A10", "quit"]
    ran = bonduc("play", "kiothi", *TWO, typed=typed)
    assert "A is empty: choose an occupied hole." in ran.words
    assert "E is chosen already" in ran.words
    assert "South played EF>A10." in ran.out


def test_leaving_within_the_opening(bonduc: Runner, data_folder: Path) -> None:
    assert bonduc("play", "kiothi", *TWO, typed=["EF", "A2", "quit"]).code == 0
    assert bonduc("play", "kiothi", *TWO, typed=["EF", "A2"]).code == 0
    assert not data_folder.exists(), "no move was made"


def test_a_hint_gives_a_whole_redistribution(bonduc: Runner) -> None:
    ran = bonduc("play", "kiothi", *TWO, typed=["hint", "quit"])
    assert "Hint: EF>E5,F5" in ran.words


def test_single_steps_are_moves_too(bonduc: Runner) -> None:
    ran = bonduc("play", "kiothi", *TWO, typed=["E-", "F-", *["A+"] * 10, "ef>a10", "undo", "undo", "moves", "quit"])
    assert "South played A+." in ran.out
    assert "North played ef>a10." in ran.out
    assert "Taken back: A+." in ran.out


# Matches


def test_a_match_is_over_when_its_rounds_are_played(bonduc: Runner) -> None:
    options = ("--match", "--match-option", "max_rounds=1")
    ran = bonduc("play", "rio-kadalis", *TWO, *options, typed=["resign", "y", "", "quit"])
    assert "That ends the match. Resign?" in ran.words
    assert "North wins 36 to 12 (resignation)." in ran.words
    assert "Match score 0 : 1. North wins the match: 1 round played." in ran.words


def test_what_giving_up_a_round_costs_is_told_before_it_is_done(bonduc: Runner) -> None:
    ran = bonduc("play", "adji", *TWO, "--match", typed=["resign", "n", "resign", "y", "quit"])
    assert "South would keep 12: what is won, and half of the own holes. North would have 36. The match" in ran.words
    assert "The round goes on." in ran.words
    assert "North wins 36 to 12 (resignation)." in ran.words


def half_won(name: str) -> list[str]:
    """Moves of a round in which both win something, from games where seeds carry over; then a resignation."""
    match = Match(package.game(name))
    while min(match.round.position.stores) < 12:
        position = match.round.position
        assert position.mover is not None
        match.round.play(max(position.legal_moves, key=lambda move: sum(position.play(move).stores)))
    return [str(move) for move in match.round.moves]


@pytest.mark.parametrize(("name", "says"), [("rio-kadalis", "Closed with sand: "), ("adji-kui-ii", "has bought ")])
def test_rounds_follow_each_other_and_are_saved(bonduc: Runner, tmp_path: Path, name: str, says: str) -> None:
    path = tmp_path / "match.txt"
    moves = half_won(name)
    ran = bonduc("play", name, *TWO, "--match", typed=[*moves, "resign", "y", "", "moves", f"save {path}", "quit"])
    assert "Enter for the next round" in ran.words
    assert "Round 2." in ran.words
    assert says in ran.words
    assert "North begins." in ran.words
    records = list(read_records(path))
    assert [record.tags["Round"] for record in records] == ["1", "2"]
    again = bonduc("play", "--load", str(path), *TWO, typed=["quit"])
    assert ", round 2, match " in again.out


def test_players_change_seats(bonduc: Runner, data_folder: Path) -> None:
    ran = bonduc("play", "bao", "--match", "--match-option", "max_rounds=3", typed=["resign", "", "quit"])
    assert "The players have changed seats." in ran.words
    assert "South (computer, level 4)" in ran.out.split("Round 2.")[1]
    assert "North (you)" in ran.out.split("Round 2.")[1]
    assert len(list(read_records(next((data_folder / "games").iterdir())))) == 2


def test_two_computers_play_a_whole_match(bonduc: Runner) -> None:
    options = ("--match", "--match-option", "max_rounds=2", "--option", "columns=3")
    ran = bonduc("play", "bao", "--south", "computer", "--north", "computer", *options)
    assert ran.code == 0
    assert "2 rounds played" in ran.words
    assert "Player 1" in ran.words or "drawn" in ran.words


def test_a_match_starts_at_the_start(bonduc: Runner) -> None:
    position = "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S -"
    assert "leave --position or --match out" in bad_input(bonduc("play", "rio", "--match", "--position", position))


# What is shown


def test_plain_ascii(bonduc: Runner) -> None:
    for name in GAMES:
        ran = bonduc("play", name, *TWO, "--ascii", typed=[*first_moves(name, 3), "help", "why", "quit"])
        assert ran.out.isascii()


def test_flip_shows_the_other_side(bonduc: Runner) -> None:
    out = bonduc("play", "rio", *TWO, typed=["flip", "quit"]).out
    first, second = out.split("is at the bottom now")
    assert first.index("f      ") < first.index("▴A")
    assert "F       E       D       C       B       A" in second.replace("▾", " ")
    assert second.index("South") < second.rindex("North")


def test_every_hole_that_may_be_named_next_is_shown_as_playable() -> None:
    start = package.game("kiothi").start()

    def shown(position: Position) -> str:
        return "".join(position.game.layout.names[hole] for hole in sorted(choices_of(position)))

    assert shown(start) == "EFGHIJ"  # J as well, though it can be the second hole only
    assert shown(start.play("E-")) == "FGHIJ"
    assert shown(start.play("E-").play("J-").play("C+")) == "CDEFGHIJabcdefghij"
    assert shown(start.play("EF>A5,B5")) == "efghij"
    assert shown(package.game("rio-kadalis").start().play("A")) == "abdef"  # c is empty
