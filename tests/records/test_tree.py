from __future__ import annotations

import copy
import io
import os
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bonduc
from bonduc import GameRecord, RecordError, RecordNode, Termination
from bonduc.records.files import format_records
from tests.playing import OPTION_SETS, option_set_id, play_on

GOLDEN = sorted((Path(__file__).parent.parent / "data" / "records").glob("*.txt"))
ANY_TEXT = st.text(st.characters(exclude_categories=()))  # control characters and lone surrogates too
RIO = bonduc.game("rio-kadalis")


def rio(moves: str, *tags: str) -> str:
    """The text of a record of Rio Kadalis; its moves begin in line 3 + the number of tags."""
    return "\n".join(['[Game "rio-kadalis"]', *tags, "", moves])


def opened(text: str | bytes) -> IO[str] | IO[bytes]:
    """A text as an open file."""
    return io.StringIO(text, newline="\n") if isinstance(text, str) else io.BytesIO(text)


def fault(text: str | bytes) -> RecordError:
    """The fault of the only game in a text."""
    found = list(bonduc.scan_records(opened(text)))
    assert len(found) == 1, found
    assert isinstance(found[0], RecordError), found
    return found[0]


def content(node: RecordNode) -> list[Any]:
    """All that a tree holds, not by its text."""
    found = []
    todo = [(node, 0)]
    while todo:
        here, depth = todo.pop()
        found.append((depth, here.move, here.comments, here.opening, here.position, here.number, here.outcome))
        todo += [(child, depth + 1) for child in here.children]
    return found


# Reload at every ply.


@pytest.mark.parametrize("option_set", OPTION_SETS, ids=option_set_id)
def test_a_round_stopped_at_any_ply_comes_back_from_its_record(option_set: tuple[str, dict[str, Any]]) -> None:
    name, options = option_set
    chance = random.Random(option_set_id(option_set))
    round_ = bonduc.Round(bonduc.game(name, **options))
    for _ in range(60):
        record = round_.record()
        text = record.write()
        back = bonduc.parse_record(text)
        assert back == record
        assert back.write() == text
        assert back.game == round_.game
        for position in (back.position_at(), bonduc.Round.from_record(back).position):
            assert position == round_.position
            assert hash(position) == hash(round_.position)
            assert str(position) == str(round_.position)
        assert bonduc.Round.from_record(back).outcome == round_.outcome
        if round_.outcome is not None:
            break
        round_.play(chance.choice(round_.legal_moves))


@given(option_set=st.sampled_from(OPTION_SETS), seed=st.integers(0, 10_000), plies=st.integers(0, 120), data=st.data())
@settings(max_examples=40)
def test_any_ply_of_a_record_can_be_replayed(
    option_set: tuple[str, dict[str, Any]], seed: int, plies: int, data: st.DataObject
) -> None:
    name, options = option_set
    game = bonduc.game(name, **options)
    start = play_on(bonduc.Round(game), random.Random(seed), data.draw(st.integers(0, 40))).position
    round_ = play_on(bonduc.Round(game, start), random.Random(seed), plies)
    back = bonduc.parse_record(round_.record().write())
    assert back.root.position == start
    for ply in range(len(back.moves) + 1):
        replayed = bonduc.Round.from_record(back, ply)
        assert replayed.position == back.position_at(ply)
        assert replayed.position in (*round_.positions, round_.position)
        assert hash(replayed.position) == hash(back.position_at(ply))
    assert bonduc.Round.from_record(back).position == round_.position


def test_an_opening_in_steps_is_one_move_when_complete_and_steps_before() -> None:
    round_ = bonduc.Round(bonduc.game("kiothi"))
    steps = ["E-", "F-", *["A+"] * 3, *["B+"] * 7]
    for count, step in enumerate(steps, 1):
        round_.play(step)
        moves = "EF>A3,B7" if count == len(steps) else " ".join(steps[:count])
        assert round_.record().write().endswith(f"\n1. {moves} *\n")
    round_.play("ij>a10")
    round_.play("J:5")
    assert round_.record().write().endswith("\n1. EF>A3,B7 ij>a10 2. J:5 *\n")
    assert len(round_.moves) == len(steps) + 2


def test_an_opening_whose_steps_carry_comments_or_variations_stays_in_steps() -> None:
    steps = "E- F- {which side?} A+ A+ A+ A+ A+ A+ A+ A+ A+ A+"
    commented = bonduc.parse_record(f'[Game "kiothi"]\n\n1. {steps} ij>a10 *')
    assert [str(move) for move in commented.moves[:3]] == ["E-", "F-", "A+"]
    assert bonduc.parse_record(commented.write()) == commented
    varied = bonduc.parse_record(f'[Game "kiothi"]\n\n1. E- F- A+ (1. B+ C+) {"A+ " * 9} *')
    assert len(varied.moves) == 12
    assert bonduc.parse_record(varied.write()) == varied
    plain = bonduc.parse_record(f'[Game "kiothi"]\n\n{{first}} 1. E- F- {"A+ " * 10} {{last}} ij>a10 (1... gh>a10) *')
    assert plain.write().endswith("\n{first} 1. EF>A10 {last} 1... ij>a10 (1... gh>a10) *\n")
    sibling = bonduc.parse_record(f'[Game "kiothi"]\n\n1. E- (1. GH>A10) 1. F- {"A+ " * 10} *')
    assert sibling.write().endswith("\n1. EF>A10 (1. GH>A10) *\n")


def test_a_record_that_starts_within_an_opening_keeps_its_steps() -> None:
    game = bonduc.game("kiothi")
    start = game.start().play("E-").play("F-").play("A+")
    round_ = bonduc.Round(game, start)
    for _ in range(9):
        round_.play("J+")
    back = bonduc.parse_record(round_.record().write())
    assert [str(move) for move in back.moves] == ["J+"] * 9
    assert back.position_at() == round_.position


def test_a_node_is_copied_with_all_of_its_tree() -> None:
    record = bonduc.parse_record('[Game "rio-kadalis"]\n\n1. A {well} b (1... d {so} {too}) (1... e 2. A) 2. C f *\n')
    node = record.root.children[0].children[1]
    for other in (copy.copy(node), copy.deepcopy(node), pickle.loads(pickle.dumps(node))):
        assert other is not node
        assert (str(other.move), other.comments, other.position) == ("d", ["so", "too"], node.position)
        top = other.path[0]
        assert top is not record.root
        assert [str(child.move) for child in top.children[0].children] == ["b", "d", "e"]
        assert top.children[0].comments == ["well"]
        assert str(other.add("C").move) == "C"
    assert node.children == []


def test_a_copy_of_a_record_is_a_record_of_its_own() -> None:
    record = annotated()
    text = record.write()
    for other in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert other == record
        other.root.comments.append("only here")
        other.set_tag("Site", "elsewhere")
        other.root.children.clear()
        assert record.write() == text


def test_a_round_of_thousands_of_plies() -> None:
    game = bonduc.game("rio-kadalis", holes=12, seeds=5)
    chance = random.Random(1)
    round_ = bonduc.Round(game)
    while len(round_.moves) < 2500 and round_.outcome is None:
        moves = list(round_.legal_moves)
        chance.shuffle(moves)
        stores = round_.position.stores
        round_.play(next((move for move in moves if round_.position.play(move).stores == stores), moves[0]))
    assert len(round_.moves) == 2500
    record = round_.record()
    back = bonduc.parse_record(record.write())
    assert back == record
    assert bonduc.Round.from_record(back).position == round_.position
    assert pickle.loads(pickle.dumps(record)) == record
    last = record.root
    while last.children:
        last = last.children[0]
    for other in (copy.copy(last), copy.deepcopy(last), pickle.loads(pickle.dumps(last))):
        assert len(other.path) == 2501
        assert [node.move for node in other.path] == [node.move for node in last.path]
    assert copy.deepcopy(record) == record


# Golden records.


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name)
def test_golden_records_replay_to_their_result_and_are_written_back_byte_for_byte(path: Path, tmp_path: Path) -> None:
    records = list(bonduc.read_records(path))
    copied = tmp_path / "copy.txt"
    bonduc.write_records(copied, records)
    assert copied.read_bytes() == path.read_bytes()
    for record in records:
        outcome = bonduc.Round.from_record(record).outcome
        assert record.result == ("*" if outcome is None else outcome.result) == record.tags["Result"]
        assert record.tags.get("Termination") == (None if outcome is None else outcome.reason)


@pytest.mark.parametrize("path", [path for path in GOLDEN if "match" in path.name], ids=lambda path: path.name)
def test_golden_matches_are_resumed(path: Path) -> None:
    records = list(bonduc.read_records(path))
    match = bonduc.Match.from_records(records)
    assert match.outcome is not None
    assert match.number == len(records)
    again = match.records(South=records[0].tags["South"], North=records[0].tags["North"], Event="golden match")
    assert again == records


def test_every_game_has_a_golden_record_of_a_whole_round() -> None:
    complete = set()
    for path in GOLDEN:
        complete |= {r.game.id for r in bonduc.read_records(path) if r.result != "*" and not r.root.position.outcome}
    assert complete == set(bonduc.games())


# Trees, comments and tags.


def annotated() -> GameRecord:
    record = GameRecord(RIO, tags={"South": "Ann", "Round": "3", "Colour": 'say "no"'})
    record.root.comments.append("before")
    first = record.root.add("A")
    other = record.root.add("B")
    other.opening.append("instead")
    other.comments += ["one", "two"]
    answer = other.add("a")
    answer.add("C")
    other.add("b")
    last = first.add("b")
    last.comments.append("a } and a \\")
    last.add("C").add("d")
    return record


def test_the_text_of_a_tree() -> None:
    assert annotated().write() == "\n".join(
        [
            '[Game "rio-kadalis"]',
            '[Rules "rio-kadalis 1"]',
            '[Options "-"]',
            '[Notation "1"]',
            '[Round "3"]',
            '[South "Ann"]',
            '[Result "*"]',
            '[Colour "say \\"no\\""]',
            "",
            "{before} 1. A ({instead} 1. B {one} {two} 1... a (1... b) 2. C) 1... b {a \\} and",
            "a \\\\} 2. C d *",
            "",
        ]
    )


def test_a_tree_comes_back_whole() -> None:
    record = annotated()
    back = bonduc.parse_record(record.write())
    assert content(back.root) == content(record.root)
    assert back.tags == record.tags
    assert list(back.tags) == list(record.tags)
    assert [str(node.move) for node in back.root.children[1].path[1:]] == ["B"]
    assert [str(move) for move in back.moves] == ["A", "b", "C", "d"]
    assert repr(back.root.children[0].children[0]).startswith("<RecordNode move 1 b of North:")
    assert repr(back) == "<GameRecord of bonduc.game('rio-kadalis'): 4 moves, *>"


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    name, options = draw(st.sampled_from(OPTION_SETS))
    tags = draw(st.dictionaries(st.from_regex(r"[A-Za-z0-9_]{1,8}", fullmatch=True), ANY_TEXT, max_size=4))
    derived = ("Game", "Rules", "Options", "Notation", "Position", "Result", "Termination")
    record = GameRecord(bonduc.game(name, **options), tags={k: v for k, v in tags.items() if k not in derived})
    comments = st.lists(ANY_TEXT, max_size=2)
    record.root.comments += draw(comments)
    nodes = [record.root]
    for _ in range(draw(st.integers(0, 12))):
        parent = draw(st.sampled_from(nodes))
        if parent.outcome is not None:
            continue
        node = parent.add(draw(st.sampled_from(parent.position.legal_moves)))
        node.comments += draw(comments)
        if len(parent.children) > 1:
            node.opening += draw(comments)
        nodes.append(node)
    if record.main_line[-1].outcome is None:
        endings = [("*", None), ("1-0", Termination.RESIGNATION), ("0-1", Termination.TIME)]
        record.declare(*draw(st.sampled_from([*endings, ("1/2-1/2", Termination.AGREEMENT)])))
    return record


@given(records())
@settings(max_examples=80)
def test_any_tree_any_comment_and_any_tag_is_read_back_exactly(record: GameRecord) -> None:
    text = record.write()
    text.encode()
    back = bonduc.parse_record(text)
    assert content(back.root) == content(record.root)
    assert dict(back.tags) == dict(record.tags)
    assert list(back.tags) == list(record.tags)
    assert back.termination == record.termination
    assert back == record
    assert back.write() == text


@given(st.lists(records(), max_size=4))
@settings(max_examples=20)
def test_several_records_of_a_text_are_read_back_in_order(several: list[GameRecord]) -> None:
    text = "\n".join(record.write() for record in several)
    for source in (
        text,
        text.encode(),
        text.replace("\n", "\r\n"),
        "\ufeff\n\n" + text,
        text.replace("\n\n", "\n\n\n"),
    ):
        assert list(bonduc.parse_records(source)) == several


@given(
    words=st.lists(
        st.sampled_from(["one", "[Game", '[Game "kiothi"]', "two  three", "", " ", "(", ")", "1-0"]), max_size=60
    )
)
@settings(max_examples=50)
def test_lines_are_wrapped_and_never_begin_like_a_tag(words: list[str]) -> None:
    record = GameRecord(RIO)
    record.root.comments.append(" ".join(words))
    text = record.write()
    assert bonduc.parse_record(text).root.comments == record.root.comments
    moves = text.split("\n\n", 1)[1]
    assert not any(line.startswith("[") for line in moves.split("\n"))
    if "[Game" not in words and "" not in words and " " not in words and '[Game "kiothi"]' not in words:
        assert max(map(len, moves.split("\n"))) <= 80


def test_parentheses_and_results_in_comments_are_text() -> None:
    for comment in ("( one )", " ) ", "(", "a ( b ) c 1-0 *", "{ }"):
        record = annotated()
        record.root.comments = [comment]
        record.root.children[1].opening = [comment]
        record.root.children[1].comments = [comment, comment]
        back = bonduc.parse_record(record.write())
        assert content(back.root) == content(record.root)


def test_moves_are_numbered_by_turns_and_again_where_they_were_interrupted() -> None:
    game = bonduc.game("rio-kadalis")
    north_first = game.restock((24, 24), first=bonduc.NORTH)
    round_ = bonduc.Round(game, north_first)
    for move in ("a", "B", "c", "D"):
        round_.play(move)
    record = round_.record()
    assert record.write().endswith("\n1... a 2. B c 3. D *\n")
    record.main_line[1].comments.append("!")
    record.main_line[2].comments.append("?")
    assert record.write().endswith("\n1... a {!} 2. B {?} 2... c 3. D *\n")
    steps = bonduc.Round(bonduc.game("kiothi"))
    for move in ("E-", "F-"):
        steps.play(move)
    record = steps.record()
    record.main_line[1].comments.append("a step")
    assert record.write().endswith("\n1. E- {a step} 1. F- *\n")
    assert bonduc.parse_record(record.write()) == record


def test_a_pass_is_a_move_of_its_own() -> None:
    game = bonduc.game("adji-kui-ii")
    start = game.position("0,0,0,0,1,1/0,0,0,0,4,4 19 19 N -")
    round_ = bonduc.Round(game, start)
    assert [str(move) for move in round_.legal_moves] == ["pass"]
    round_.play("pass")
    record = round_.record()
    assert record.write().endswith("\n1... pass *\n")
    back = bonduc.parse_record(record.write())
    assert back.position_at().passed
    assert back.position_at() == round_.position


def test_a_comment_of_a_main_line_move_written_before_it_goes_to_the_move_before() -> None:
    record = GameRecord(RIO)
    record.root.add("A").add("b").opening.append("now")
    assert record.write().endswith("\n1. A {now} 1... b *\n")
    assert bonduc.parse_record(record.write()) == record


def test_only_legal_moves_enter_a_record() -> None:
    record = GameRecord(RIO)
    with pytest.raises(bonduc.IllegalMoveError, match="a is not your hole"):
        record.root.add("a")
    with pytest.raises(bonduc.NotationError):
        record.root.add("Z")
    assert record.root.children == []
    over = GameRecord(RIO, RIO.position("0,0,0,0,0,0/0,0,0,0,0,0 20 28 - -"))
    with pytest.raises(bonduc.IllegalMoveError, match="the round is over"):
        over.root.add("A")


def test_tags_that_follow_from_the_record_cannot_be_set() -> None:
    record = GameRecord(RIO)
    for name in ("Game", "Rules", "Options", "Notation", "Result", "Termination", "Position"):
        with pytest.raises(bonduc.BonducError, match=f"the tag {name} cannot be set"):
            record.set_tag(name, "x")
    with pytest.raises(bonduc.BonducError, match="no name of a tag"):
        record.set_tag("two words", "x")
    record.set_tag("Site", "a courtyard")
    assert record.tags["Site"] == "a courtyard"
    record.set_tag("Site", None)
    assert "Site" not in record.tags
    with pytest.raises(TypeError):
        record.tags["Site"] = "elsewhere"  # type: ignore[index]


def test_plies_that_do_not_exist() -> None:
    record = annotated()
    for ply in (-1, 5):
        with pytest.raises(bonduc.BonducError, match=f"no ply {ply}: the record has 4 moves"):
            record.position_at(ply)
        with pytest.raises(bonduc.BonducError, match="no ply"):
            bonduc.Round.from_record(record, ply)


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(bonduc.BonducError, match="belongs to"):
        GameRecord(RIO, bonduc.game("adji-kui-ii").start())


def test_records_are_equal_by_content_and_not_hashable() -> None:
    assert annotated() == annotated()
    changed = annotated()
    changed.root.children[0].comments.append("more")
    assert changed != annotated()
    assert annotated() != "a text"
    with pytest.raises(TypeError):
        hash(annotated())


def test_repetition_counts_along_each_line_of_the_tree() -> None:
    repeated = next(r for path in GOLDEN for r in bonduc.read_records(path) if r.termination == "repetition")
    *line, last = repeated.moves
    record = GameRecord(repeated.game, repeated.root.position)
    node = record.root
    for move in line:
        others = [other for other in node.position.legal_moves if other != move]
        node, side = node.add(move), node.add(others[0]) if others else None
        if side is not None and side.outcome is None:
            side.add(side.position.legal_moves[0])
    end = node.add(last)
    assert end.outcome is not None
    assert end.outcome.reason == Termination.REPETITION
    assert end.position == repeated.position_at()
    # The same again as a variation of the tree, and from a tree whose line was cut off and played anew.
    parent = node.parent
    assert parent is not None
    parent.children.remove(node)
    again = parent.add(line[-1]).add(last)
    assert again.outcome == end.outcome
    assert bonduc.parse_record(record.write()) == record
    elsewhere = GameRecord(repeated.game, node.position)
    assert elsewhere.root.add(last).outcome is None


# How a round ended.


def test_declared_endings_and_their_contradictions() -> None:
    record = GameRecord(RIO)
    record.root.add("A")
    record.declare("0-1", Termination.RESIGNATION)
    assert (record.result, record.termination) == ("0-1", Termination.RESIGNATION)
    for result, termination in (
        ("*", Termination.RESIGNATION),
        ("1-0", None),
        ("1-0", Termination.AGREEMENT),
        ("1/2-1/2", Termination.TIME),
        ("1-0", Termination.NO_LEGAL_MOVE),
        ("2-0", None),
    ):
        with pytest.raises(bonduc.BonducError):
            record.declare(result, termination)
    assert (record.result, record.termination) == ("0-1", Termination.RESIGNATION)
    record.declare("*", None)
    assert (record.result, record.termination) == ("*", None)


def test_a_position_that_is_over_when_it_begins() -> None:
    game = bonduc.game("adji-kui-ii")
    for text in ("0,0,0,0,0,0/0,0,0,0,0,0 20 28 - -", "0,0,0,0,2,0/0,0,0,2,0,0 18 26 S -"):
        round_ = bonduc.Round(game, game.position(text))
        record = round_.record()
        assert record.tags["Termination"] == "finished position"
        back = bonduc.parse_record(record.write())
        assert back == record
        assert back.result == "0-1"
        assert bonduc.Round.from_record(back).position == round_.position
    by_rules = record.write().replace("finished position", "eight seeds or fewer")
    assert bonduc.parse_record(by_rules) == record
    assert fault(record.write().replace("finished position", "resignation")).line == 6
    small = bonduc.game("adji-kui-ii", holes=2, seeds=2)
    assert bonduc.Round(small).record().tags["Termination"] == "eight seeds or fewer"


# Reading: sources, leniencies, faults.


def test_every_kind_of_source(tmp_path: Path) -> None:
    text = annotated().write()
    path = tmp_path / "rounds.txt"
    path.write_text(text, encoding="utf-8")
    with path.open(encoding="utf-8") as as_text, path.open("rb") as as_bytes:
        sources: list[Any] = [
            str(path),
            path,
            as_text,
            as_bytes,
            io.StringIO(text),
            io.BytesIO(text.encode()),
        ]
        for source in sources:
            assert bonduc.read_record(source) == annotated()
        assert not as_text.closed
    for whole in (text, text.encode()):
        assert bonduc.parse_record(whole) == annotated()
    with pytest.raises(bonduc.BonducError, match="this is a text, not the name of a file: read it with parse_records"):
        bonduc.read_record(text)
    broken = tmp_path / "broken.txt"
    broken.write_text(rio("1. A X *"), encoding="utf-8")
    with pytest.raises(RecordError, match=r"broken\.txt: line 3, column 6: cannot read move 'X'") as raised:
        bonduc.read_record(broken)
    assert raised.value.source == str(broken)
    with broken.open("rb") as file, pytest.raises(RecordError, match=r"broken\.txt: line 3"):
        bonduc.read_record(file)
    with pytest.raises(RecordError, match="pasted: line 3"):
        bonduc.parse_record(rio("1. A X *"), "pasted")


def test_sources_that_cannot_be_opened_or_do_not_hold_one_record(tmp_path: Path) -> None:
    with pytest.raises(bonduc.BonducError, match=r"cannot read records from .*nothing\.txt': No such file"):
        list(bonduc.read_records(tmp_path / "nothing.txt"))
    with pytest.raises(bonduc.BonducError, match="Is a directory"):
        list(bonduc.read_records(tmp_path))
    with pytest.raises(bonduc.BonducError, match="the text holds 0 records instead of one"):
        bonduc.parse_record("\n \n")
    with pytest.raises(bonduc.BonducError, match="2 records"):
        bonduc.parse_record(rio("*") + "\n\n" + rio("*"))
    with pytest.raises(RecordError, match=r"not with 'games\.txt'"):
        bonduc.parse_record("games.txt")
    latin = io.TextIOWrapper(io.BytesIO(b'[Game "caf\xe9"]'), encoding="utf-8")
    with pytest.raises(RecordError, match="not text in the encoding of the file"):
        bonduc.read_record(latin)


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + rio("1. A b 2. C *"),
        rio("1. A b 2. C *").replace("\n", "\r\n"),
        "\n\n" + rio("\n\n  1.  A\tb\n2. C\n\n*\n\n"),
        rio("A b C *"),
        rio("1.A 1...b 2.C *"),
        rio("1... A 1. b 2… C *"),
        '[Game "Rio Kadalis"]\n\n1. A b 2. C *',
        rio("1. A b 2. C *", '[Result "*"]', '[Rules "rio-kadalis 1"]', '[Notation "1"]', '[Options "-"]'),
        rio("1. A b 2. C *", '[Options "direction=counterclockwise holes=6"]'),
        rio("1. A b 2. C *", '[Position "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S"]'),
        '[Options "-"]\n\n[Game   "rio-kadalis" ]  \n1. A b 2. C *',
    ],
)
def test_leniencies(text: str) -> None:
    expected = bonduc.Round(RIO)
    for move in ("A", "b", "C"):
        expected.play(move)
    assert bonduc.parse_record(text) == expected.record()


def test_leniencies_in_comments_and_variations() -> None:
    broken = bonduc.parse_record(rio("1. A {one   \n \t two\n three} (1. B (1. C)) {after} b *"))
    assert broken.write().endswith("\n1. A {one two three} {after} (1. B) (1. C) 1... b *\n")
    assert bonduc.parse_record(rio("{a\tb \\u00e9\\t\\n} *")).root.comments == ["a\tb é\t\n"]


def test_a_bare_lift_and_an_unordered_redistribution_are_written_in_full() -> None:
    record = bonduc.parse_record('[Game "kiothi"]\n\n1. FE>B7,A2,A1 ij>a10 2. J *')
    assert [str(move) for move in record.moves] == ["EF>A3,B7", "ij>a10", "J:5"]


FAULTS = [
    # Text, line and column of the fault, a part of the message.
    ("1. A b *", 1, 1, "a game begins with tags"),
    ("\n\n hello", 3, 2, "not with 'hello'"),
    ('[Event "x"]\n\n*', 1, 1, "there is no Game tag"),
    ('[Game "rio', 1, 6, "should follow in quotes"),
    ("[]", 1, 2, "a tag has a name and a value"),
    ("[Game rio-kadalis]\n\n*", 1, 6, "the value of Game should follow in quotes"),
    ('[Game "rio-kadalis" x]\n\n*', 1, 20, "should end here with ]"),
    ('[Game "rio-kadalis"] [Event "x"]\n\n*', 1, 20, "should end here with ]"),
    (rio("*", '[Event "x"]', '[Event "y"]'), 3, 1, "the tag Event stands twice"),
    (rio("*", r'[Event "a\qb"]'), 2, 10, r"\q stands for nothing"),
    (rio("*", r'[Event "\u12"]'), 2, 9, r"\u stands for nothing"),
    (rio("*", f'[Options "{"x" * 3000}"]'), 2, 11, "3000 characters are too many for the tag Options"),
    ('[Game "rio-kadali"]\n\n*', 1, 8, "did you mean rio-kadalis?"),
    (rio("*", '[Rules "rio-kadalis 2"]'), 2, 9, "this bonduc plays 'rio-kadalis 1'"),
    (rio("*", '[Rules "kiothi 1"]'), 2, 9, "this bonduc plays 'rio-kadalis 1'"),
    (rio("*", '[Notation "2"]'), 2, 12, "this bonduc reads version 1"),
    (rio("*", '[Options "hole=5"]'), 2, 11, "did you mean holes?"),
    (rio("*", '[Options "holes=50"]'), 2, 11, "holes must be a whole number from 2 to 12"),
    (rio("*", '[Options "holes=--5"]'), 2, 11, "holes must be a whole number from 2 to 12"),
    (rio("*", '[Options "holes"]'), 2, 11, "should be an option and its value"),
    (rio("*", '[Options "holes=5 holes=6"]'), 2, 11, "the option holes stands twice"),
    (rio("*", '[Options "holes=12 seeds=30"]'), 2, 11, "at most 120 are possible"),
    (rio("*", '[Position "4,4 0 0 S -"]'), 2, 12, "1 rows instead of 2"),
    (rio("*", '[Position "4,4,4,4,4,4/4,4,4,4,4,-5 0 1 S -"]'), 2, 12, "F holds -5 stones; wrong seed total: 40"),
    (rio("*", '[Result "2-0"]'), 2, 10, "'2-0' is no result"),
    (rio("1. A 1-0", '[Result "*"]'), 4, 6, "the moves end with 1-0, but the Result tag says *"),
    (rio("1. A 1-0"), 3, 6, "no Termination says what did"),
    (rio("1. A 1-0", '[Result "1-0"]'), 2, 10, "no Termination says what did"),
    (rio("1. A *", '[Termination "resignation"]'), 2, 15, "contradicts the result *"),
    (rio("1. A 1-0", '[Termination "agreed draw"]'), 2, 15, "contradicts the result 1-0"),
    (rio("1. A 1/2-1/2", '[Termination "time forfeit"]'), 2, 15, "contradicts the result 1/2-1/2"),
    (rio("1. A 1-0", '[Termination "no legal move"]'), 2, 15, "the round is not over"),
    (rio("1. A 1-0", '[Termination "normal"]'), 2, 15, "'normal' is no termination"),
    (rio(""), 1, 21, "the moves end without the result"),
    (rio("1. A b 2."), 3, 10, "the moves end without the result"),
    (rio("1. A b\n2. C\n"), 4, 5, "the moves end without the result"),
    (rio("1. A (1. B"), 3, 11, "the moves end without a ) and the result"),
    (rio("1. A {never closed *"), 3, 6, "the comment that begins here is not closed"),
    (rio("1. A b 2. A *"), 3, 11, "A is empty (rule 1)"),
    (rio("1. A b\n2. C C *"), 4, 6, "C is not your hole (rule 1)"),
    (rio("1. A (1. B b 2. b) *"), 3, 17, "b is not your hole"),
    (rio("1. A Q *"), 3, 6, "'Q' is no hole"),
    (rio("1. A $1 *"), 3, 6, "cannot read move '$1'"),
    (rio("1. A b 3. C *"), 3, 8, "the number is 3, but this is move 2"),
    (rio("1. A 2. *"), 3, 6, "no move follows the number 2"),
    (rio("1. A b 2. 2. C *"), 3, 8, "no move follows the number 2"),
    (rio("1. A b 2. (2. C) *"), 3, 8, "no move follows the number 2"),
    (rio("1. A () b *"), 3, 7, "the variation has no move"),
    (rio("(1. A) *"), 3, 1, "there is none"),
    (rio("1. A ((1. B)) *"), 3, 7, "there is none"),
    (rio("1. A b) *"), 3, 7, "this ) ends no variation"),
    (rio("1. A } *"), 3, 6, "this } closes no comment"),
    (rio("1. A (1. B *) *"), 3, 12, "is a ) missing?"),
    (rio("1. A * b"), 3, 8, "the game is over with its result"),
    (rio('1. A\n[Event "x"]\n*'), 4, 1, "tags come before the moves"),
    (rio(r"{a \x} *"), 3, 4, r"\x stands for nothing"),
    (rio("1. A \0 b *"), 3, 6, "the character U+0000 cannot be in a record"),
    (rio("1. A b *").encode() + b" \xff", 3, 10, "the byte 0xff is not UTF-8 text"),
    (rio("{caf").encode() + b"\xe9} *", 3, 5, "the byte 0xe9 is not UTF-8 text"),
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 1, 1, "the byte 0x89 is not UTF-8 text"),
    ('[Game "\0"]', 1, 8, "the character U+0000"),
    (rio("*").encode("utf-16"), 1, 1, "the byte 0xff is not UTF-8 text"),
    ("\x7fELF\x02\x01\x01", 1, 1, "a game begins with tags"),
]


@pytest.mark.parametrize(("text", "line", "column", "part"), FAULTS)
def test_faults_are_told_with_line_and_column(text: str | bytes, line: int, column: int, part: str) -> None:
    found = fault(text)
    assert (found.line, found.column) == (line, column), str(found)
    assert part in found.message
    assert str(found).startswith(f"line {line}, column {column}: ")
    if isinstance(text, str):
        shifted = fault("\ufeff\r\n" + text.replace("\n", "\r\n"))
        assert (shifted.line, shifted.column) == (line + 1, column)
    with pytest.raises(RecordError):
        list(bonduc.parse_records(text))


def test_a_result_that_contradicts_the_moves() -> None:
    text = next(r for path in GOLDEN for r in bonduc.read_records(path) if r.termination == "no legal move").write()
    result = re.search(r'\[Result "(.*)"\]', text)
    assert result is not None
    other = "0-1" if result[1] == "1-0" else "1-0"
    assert "contradicts the moves" in fault(text.replace(result[1], other)).message
    assert "end the round by no legal move" in fault(text.replace("no legal move", "repetition")).message
    assert "end the round by no legal move" in fault(text.replace("no legal move", "resignation")).message
    bare = re.sub(r"\[Termination .*\n", "", text)
    assert bonduc.parse_record(bare).write() == text


def test_moves_after_the_end_of_a_round_are_faults() -> None:
    repeated = next(r for path in GOLDEN for r in bonduc.read_records(path) if r.termination == "repetition")
    before = repeated.main_line[-1].position
    assert before.mover is None
    text = re.sub(rf"{repeated.result}\n$", f"A {repeated.result}\n", repeated.write())
    assert "the round is over (repetition)" in fault(text).message


def test_reading_goes_on_with_the_next_game_after_a_fault() -> None:
    good = annotated().write()
    bad = [
        rio("1. A {not closed"),
        rio("1. A\0 b"),
        rio("1. A x *"),
        '[Game "nothing"]\n\n1. A *',
        '[Game "rio-kadalis"\n[Event "x"]\n\n1. A *',
        '[Game "rio-kadalis"]',
        rio("1. A (1. B *"),
    ]
    for between in ("\n", "\n\n"):
        text = good + "".join(f"\n{each}\n{between}{good}" for each in bad)
        found = list(bonduc.scan_records(opened(text)))
        assert found[0::2] == [annotated()] * (len(bad) + 1)
        assert all(isinstance(each, RecordError) for each in found[1::2])
        lines = text.split("\n")
        for each, source in zip(found[1::2], bad, strict=True):
            assert isinstance(each, RecordError)
            assert lines[each.line - 1] in source
    stopped = bonduc.parse_records(good + "\n" + bad[0] + "\n\n" + good)
    assert next(stopped) == annotated()
    with pytest.raises(RecordError):
        next(stopped)


def test_a_comment_that_looks_like_a_game_does_not_begin_one() -> None:
    record = GameRecord(RIO)
    record.root.comments.append('[Game "kiothi"]\n\n[Game "kiothi"]\n\n1. A *')
    assert list(bonduc.parse_records(record.write() + "\n" + record.write())) == [record, record]


@pytest.mark.parametrize(
    "text",
    [
        rio("(" * 100_000),
        rio("1. A " + "(1. B " * 3000 + ")" * 3000 + "*"),
        rio("1. A " + "(1. B " * 3000),
        rio("{" * 100_000),
        rio("{" + "\\" * 100_001),
        rio("{" + " " * 200_000),
        rio(" " * 200_000),
        rio("9" * 100_000),
        '[Game "' + "\\" * 100_000,
        '[Game "' + "x" * 100_000 + '"]',
        rio("1. A\n" * 20_000),
        "[" * 100_000,
        "[\n" * 100_000,
    ],
    ids=range(13),
)
def test_large_and_deep_input_is_read_or_refused_plainly(text: str) -> None:
    for found in bonduc.scan_records(opened(text)):
        assert isinstance(found, GameRecord | RecordError)
        assert len(str(found)) < 200_000


def test_variations_nested_in_the_text_or_in_the_tree_may_be_deep() -> None:
    round_ = play_on(bonduc.Round(bonduc.game("rio-kadalis", holes=12, seeds=5)), random.Random(1), 300)
    record = GameRecord(round_.game)
    node = record.root
    for move in round_.moves:
        others = [other for other in node.position.legal_moves if other != move]
        if others:
            node.add(others[0])
        node = node.add(move)
    assert record.write().count("(") > 200
    back = bonduc.parse_record(record.write())
    assert content(back.root) == content(record.root)


@given(data=st.data(), path=st.sampled_from(GOLDEN))
@settings(max_examples=60)
def test_damaged_records_are_faults_and_nothing_worse(data: st.DataObject, path: Path) -> None:
    raw = bytearray(path.read_bytes()[: data.draw(st.integers(100, 3000))])
    for _ in range(data.draw(st.integers(0, 6))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 3))] = data.draw(
            st.binary(max_size=3) | st.sampled_from([b"(", b"}", b'"'])
        )
    for found in bonduc.scan_records(io.BytesIO(raw)):
        if isinstance(found, GameRecord):
            assert bonduc.parse_record(found.write()) == found
        else:
            assert 1 <= found.line <= raw.count(b"\n") + 1
            assert found.column >= 1


@given(ANY_TEXT | st.binary())
def test_any_input_at_all_is_read_or_refused(source: str | bytes) -> None:
    for found in bonduc.scan_records(opened(source)):
        assert isinstance(found, GameRecord | RecordError)


# Files.


def test_appending_keeps_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "rounds.txt"
    bonduc.append_records(path, [annotated()])
    bonduc.append_records(path, [GameRecord(RIO), annotated()])
    bonduc.append_records(path, [])
    assert list(bonduc.read_records(path)) == [annotated(), GameRecord(RIO), annotated()]
    bonduc.write_records(path, [annotated()])
    assert path.read_text(encoding="utf-8") == annotated().write()
    assert os.listdir(tmp_path) == ["rounds.txt"]


@pytest.mark.parametrize("held", [b"", b"\n", b"half a game", b"half\n", b"half\r\n\r\n", b"\xff\0\n\n"])
def test_appending_to_whatever_a_file_holds(tmp_path: Path, held: bytes) -> None:
    path = tmp_path / "rounds.txt"
    path.write_bytes(held)
    path.chmod(0o640)
    bonduc.append_records(path, [annotated()])
    assert path.read_bytes().startswith(held)
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(bonduc.scan_records(path))[-1] == annotated()


def test_a_failing_write_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rounds.txt"
    bonduc.write_records(path, [annotated()])

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    for write in (bonduc.append_records, bonduc.write_records):
        with pytest.raises(bonduc.BonducError, match=r"cannot write records to .*rounds\.txt': No space left"):
            write(path, [GameRecord(RIO)])
    assert path.read_text(encoding="utf-8") == annotated().write()
    assert os.listdir(tmp_path) == ["rounds.txt"]


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "such" / "folder.txt"):
        with pytest.raises(bonduc.BonducError, match="cannot write records"):
            bonduc.append_records(path, [annotated()])


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_names_that_no_file_can_have(name: str) -> None:
    for store in (bonduc.write_records, bonduc.append_records):
        with pytest.raises(bonduc.BonducError, match="cannot write records to"):
            store(name, [GameRecord(RIO)])
    with pytest.raises(bonduc.BonducError, match="cannot read records from"):
        list(bonduc.read_records(Path(name)))


@pytest.mark.parametrize("source", [None, 5, bytearray(b"x"), ["x"]])
def test_sources_of_the_wrong_type(source: Any) -> None:
    with pytest.raises(TypeError, match="records are read from a path or an open file"):
        list(bonduc.read_records(source))
    with pytest.raises(TypeError, match="a text is a str or bytes"):
        list(bonduc.parse_records(source))


def test_tags_of_the_wrong_type_leave_the_record_as_it_was() -> None:
    record = GameRecord(RIO, tags={"Site": "a courtyard"})
    wrong: list[tuple[Any, Any]] = [("Site", 5), (None, "x"), (b"Site", "x")]
    for name, value in wrong:
        with pytest.raises(TypeError, match="a tag's name and value should be texts"):
            record.set_tag(name, value)
    assert record.tags["Site"] == "a courtyard"
    assert bonduc.parse_record(record.write()) == record


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "rounds.txt", tmp_path / "link.txt"
    link.symlink_to(target)
    bonduc.append_records(link, [annotated()])
    bonduc.append_records(link, [annotated()])
    assert link.is_symlink()
    assert list(bonduc.read_records(target)) == [annotated()] * 2


def test_several_processes_may_append_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "rounds.txt"
    script = (
        "import sys, bonduc\n"
        "for number in range(10):\n"
        "    record = bonduc.Round(bonduc.game('kiothi')).record(South=sys.argv[2], Round=number)\n"
        "    bonduc.append_records(sys.argv[1], [record])\n"
    )
    workers = [subprocess.Popen([sys.executable, "-c", script, str(path), name]) for name in ("one", "two")]
    assert [worker.wait() for worker in workers] == [0, 0]
    found = [(record.tags["South"], record.tags["Round"]) for record in bonduc.read_records(path)]
    assert sorted(found) == sorted((name, str(number)) for name in ("one", "two") for number in range(10))


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    # A pipe of the test's own stands for every device: a fault must not cost the machine its /dev/null.
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    bonduc.write_records(path, [annotated()])
    assert path.is_fifo()
    assert os.read(reading, 1 << 16).decode() == format_records([annotated()])
    os.close(reading)
