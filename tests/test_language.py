"""Languages: catalogues that are complete, fresh and sound; choosing a language; saying things in it."""

from __future__ import annotations

import ast
import pickle
import random
import re
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry

import bonduc
from bonduc.bidi import bare
from bonduc.errors import BonducError, IllegalMoveError, IllegalPositionError, RecordError
from bonduc.games.registry import GAMES
from bonduc.games.words import SEEDS, STONES, WARRIORS
from bonduc.language import (
    LANGUAGES,
    N_,
    NP_,
    P_,
    Items,
    Message,
    Signed,
    _,
    current,
    decimal,
    first_of,
    from_environment,
    from_header,
    grouped,
    match,
    ngettext,
    sentence,
    speaking,
    told,
    use,
)
from bonduc.outcome import Termination
from bonduc.play import Round
from bonduc.players import NORTH, SOUTH
from bonduc.rules_pages import Example, read_page
from tests.tools.make_messages import (
    PACKAGE,
    TEMPLATE,
    TRANSLATED,
    catalogue_path,
    collect,
    compiled,
    ids,
    is_done,
    messages,
    read,
    settings,
)

# Nouns that a translation may leave out, where its language would have to inflect them (bonduc.explain).
NOUNS = {"seed", "counters", "store"}
# What is the same in some language as in English: signs, units, and words that Filipino took over.
UNCHANGED = {
    "{source}: {fault}",
    "{fault}",
    "{hole} {count}",
    "{number}. {title}",
    "{player}: {mistakes}",
    "{game} with {options}: {fault}",
    "{player} +{lead} ({sure})",
    "{count} s",
    "Round {number}.",
    "round {number}",
}
ENGLISH = """
    the of and is are was not your takes lifts sows empties last hole holes row turn ends player seed seeds stone stones
    warrior warriors empty occupied fell into from legal move rule example plays played captured wins draw
"""
# Words with more than one sense here: each use says in its context which it has.
AMBIGUOUS = """
    level even name nothing record round opening play sign score line lines theme light dark slow fast normal share pass
    turn move draw lap open done before after length against type bought marked away
"""
OURS = {"fa": "[\u0600-\u06ff]", "ru": "[\u0400-\u04ff]", "fil": "[a-z]", "az": "[a-zəğışçöü]"}


def english_in(text: str) -> set[str]:
    """The plain English words in a text, code and notation left out."""
    return set(re.findall(r"[\w=]+", re.sub(r"`[^`]*`", "", text))) & set(ENGLISH.split())


# The catalogues


def test_words_of_several_senses_have_a_context() -> None:
    """One message for two meanings cannot be right in every language: an even score is no level of difficulty."""
    alone = {texts[0].strip(".:…").lower() for context, texts in ids(read(TEMPLATE)) if not context}
    assert alone & set(AMBIGUOUS.split()) == set()


@cache
def catalogue(language: str) -> Catalog:
    return read(catalogue_path(language), language)


def texts(entry: Entry) -> list[str]:
    """The translation of a message, all its forms."""
    return [entry.string] if isinstance(entry.string, str) else list(entry.string or ())


def originals(entry: Entry) -> list[str]:
    return [entry.id] if isinstance(entry.id, str) else list(entry.id)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_the_template_is_what_the_sources_say() -> None:
    """Run `python -m tests.tools.make_messages` when this fails."""
    assert ids(read(TEMPLATE)) == ids(collect())


def marked() -> Iterator[tuple[Path, int, ast.expr]]:
    """The first text of every call that marks a message."""
    names = {keyword.partition(":")[0]: keyword for keyword in settings()["keywords"]}
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name == "language.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                context = "1c" in names[node.func.id]
                yield path, node.lineno, node.args[1 if context else 0]


def test_every_marked_text_is_found() -> None:
    """A text put together at run time, or marked inside an f-string, would never be translated."""
    known = {text for _, forms in ids(read(TEMPLATE)) for text in forms}
    found = list(marked())
    assert len(found) > 300
    for path, line, text in found:
        where = f"{path.relative_to(PACKAGE)}:{line}"
        assert isinstance(text, ast.Constant), f"{where}: no plain text"
        assert text.value in known, f"{where}: {text.value!r} is not collected"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated(language: str) -> None:
    assert [entry.id for entry in messages(catalogue(language)) if not is_done(entry)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_message_is_stale(language: str) -> None:
    assert ids(catalogue(language)) == ids(read(TEMPLATE))
    assert not catalogue(language).obsolete


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_the_program_reads_is_compiled_from_the_catalogue(language: str) -> None:
    """Run `python -m tests.tools.make_messages` when this fails."""
    assert catalogue_path(language, "mo").read_bytes() == compiled(catalogue(language))


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_the_places(language: str) -> None:
    for entry in messages(catalogue(language)):
        wanted = [places(original) for original in originals(entry)]
        for text in texts(entry):
            plain = re.sub(r"\{\w+\}", "", text)
            assert "{" not in plain, f"{text}: places are only named in translations"
            assert "}" not in plain, text
            assert places(text) <= set.union(*wanted), f"{entry.id}: {text}"
            assert set.intersection(*wanted) - places(text) <= NOUNS, f"{entry.id}: {text}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_end_like_the_original(language: str) -> None:
    ends = str.maketrans("؟؛", "?;")
    for entry in messages(catalogue(language)):
        for text in texts(entry):
            if originals(entry)[0] == "y/N":
                continue
            last = originals(entry)[0][-1]
            assert (last in ".?:…") == (text.translate(ends)[-1] in ".?:…"), f"{entry.id}: {text}"
            assert text == text.strip(), f"{entry.id}: {text!r}"
            assert "  " not in text, f"{entry.id}: {text!r}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_are_in_their_language(language: str) -> None:
    for entry in messages(catalogue(language)):
        if originals(entry)[0] in UNCHANGED:
            continue
        for text in texts(entry):
            words = re.sub(r"\{\w+\}", "", text)
            assert re.search(OURS[language], words), f"{entry.id}: {text}"
            assert not english_in(words) - {"draw", "of"}, f"{entry.id}: {text}"  # draw is a command
            if language == "fa":
                assert not re.search(r"قاعده [0-9]", text), f"{text}: Persian digits"


@pytest.mark.parametrize("language", TRANSLATED)
def test_sentences_do_not_begin_with_a_small_hole_letter(language: str) -> None:
    for entry in messages(catalogue(language)):
        whole = originals(entry)[0].endswith(".") and len(originals(entry)[0]) > 1
        if whole:
            assert not any(text.startswith(("{hole}", "{move}", "{last}")) for text in texts(entry)), texts(entry)


# Plural forms


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", ["0 stones", "1 stone", "2 stones", "5 stones", "11 stones", "21 stones", "22 stones"]),
        ("ru", ["0 камней", "1 камень", "2 камня", "5 камней", "11 камней", "21 камень", "22 камня"]),
        ("fa", ["۰ سنگ", "۱ سنگ", "۲ سنگ", "۵ سنگ", "۱۱ سنگ", "۲۱ سنگ", "۲۲ سنگ"]),
        ("az", ["0 daş", "1 daş", "2 daş", "5 daş", "11 daş", "21 daş", "22 daş"]),
        ("fil", ["0 bato", "1 bato", "2 bato", "5 bato", "11 bato", "21 bato", "22 bato"]),
    ],
)
def test_plural_forms(language: str, forms: list[str]) -> None:
    with speaking(language):
        assert [told(STONES.counted(count)) for count in (0, 1, 2, 5, 11, 21, 22)] == forms


def test_filipino_links_numbers_that_end_in_a_consonant() -> None:
    with speaking("fil"):
        assert [told(STONES.counted(count)) for count in (4, 6, 9, 14, 40)] == [
            "4 na bato", "6 na bato", "9 na bato", "14 na bato", "40 bato",
        ]  # fmt: skip


def test_russian_takes_living_beings_in_another_case() -> None:
    with speaking("ru"):
        assert [told(WARRIORS.counted(count)) for count in (1, 2, 5)] == ["1 воин", "2 воина", "5 воинов"]
        assert [told(WARRIORS.taken(count)) for count in (1, 2, 5)] == ["1 воина", "2 воинов", "5 воинов"]
        assert [told(SEEDS.counted(count)) for count in (1, 2, 5)] == ["1 семя", "2 семени", "5 семян"]


def test_forms_said_at_once() -> None:
    assert ngettext("after {count} move", "after {count} moves", 1) == "after 1 move"
    with speaking("ru"):
        assert ngettext("after {count} move", "after {count} moves", 21) == "после 21 хода"
        assert ngettext("after {count} move", "after {count} moves", 22) == "после 22 ходов"


# Choosing


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("fa", "fa"),
        ("fa-IR", "fa"),
        ("fa_IR.UTF-8", "fa"),
        ("prs-AF", "fa"),
        ("RU", "ru"),
        ("ru_RU.UTF-8@calendar", "ru"),
        ("fil-PH", "fil"),
        ("tl", "fil"),
        ("tl_PH.utf8", "fil"),
        ("az-Latn-AZ", "az"),
        ("az_AZ", "az"),
        ("az-Arab", None),
        ("az-Cyrl-AZ", None),
        ("en_GB.UTF-8", "en"),
        ("de", None),
        ("", None),
        ("C", None),
        ("*", None),
    ],
)
def test_tags(tag: str, language: str | None) -> None:
    assert match(tag) == language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "fa_IR.UTF-8"}, "fa"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "az_AZ.UTF-8"}, "az"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": ""}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "ru"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:fil:ru"}, "fil"),
        ({"LANG": "ru_RU.UTF-8", "LANGUAGE": "de"}, "ru"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "BONDUC_LANG": "az"}, "az"),
        ({"LANG": "C", "BONDUC_LANG": "fa_IR"}, "fa"),
        ({"LANG": "ru_RU.UTF-8", "BONDUC_LANG": "klingon"}, "ru"),
    ],
)
def test_the_language_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert from_environment(environment) == language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("fa-IR,fa;q=0.9,en;q=0.5", "fa"),
        ("de-DE,de;q=0.9,ru;q=0.8,en;q=0.7", "ru"),
        ("en;q=0.5, az;q=0.9", "az"),
        ("ru;q=0, fil", "fil"),
        ("de, *;q=0.1", "en"),
        ("ru;q=wrong,az;q=0.1", "az"),
        (";;;,,,q=", "en"),
        ("tl-PH", "fil"),
        ("x," * 1000 + "ru", "en"),
    ],
)
def test_the_language_of_a_browser(header: str, language: str) -> None:
    assert from_header(header) == language


def test_first_of() -> None:
    assert first_of(["de", "tl", "ru"]) == "fil"
    assert first_of([]) == "en"


def test_speaking_ends_where_it_ends() -> None:
    assert current() == "en"
    with speaking("ru"):
        with speaking("fa"):
            assert _("all legal moves") == "همه حرکت‌های مجاز"
        assert _("all legal moves") == "все возможные ходы"
        use("az")
        assert _("all legal moves") == "bütün mümkün gedişlər"
    assert _("all legal moves") == "all legal moves"
    with pytest.raises(KeyError, match="no language 'xx': there are en, fa, fil, ru, az"), speaking("xx"):
        pass


def test_a_language_is_chosen_for_one_thread_alone() -> None:
    heard = []
    with speaking("ru"):
        listener = threading.Thread(target=lambda: heard.append(current()))
        listener.start()
        listener.join()
    assert heard == ["en"]


# Saying


def test_a_message_is_english_and_can_be_told() -> None:
    message = N_("{hole} is empty (rule {rule})", hole="c", rule=1)
    assert message == "c is empty (rule 1)"
    assert message.told == "c is empty (rule 1)"
    with speaking("fa"):
        assert message == "c is empty (rule 1)"
        assert message.told == "\u2066c\u2069 خالی است (قاعده ۱)"
    assert isinstance(message, str)


@pytest.mark.parametrize(
    "message",
    [
        N_("{player} begins.", player=N_("South")),
        NP_("after {count} move", "after {count} moves", 3),
        P_("of a player", "prison"),
        STONES.counted(7),
        Items(["A", N_("South"), 3], "; "),
        Signed(-3),
    ],
)
def test_messages_survive_pickling(message: Message | Items | Signed) -> None:
    again = pickle.loads(pickle.dumps(message))
    assert again == message
    for language in LANGUAGES:
        with speaking(language):
            assert again.told == message.told


def test_messages_inside_messages_are_told_too() -> None:
    message = N_("{player} has bought {holes}.", player=SOUTH, holes=Items(["a", "b"]))
    assert message == "South has bought a, b."
    with speaking("fa"):
        assert message.told == "جنوب خریده است: \u2066a\u2069، \u2066b\u2069."


def test_context_tells_words_apart() -> None:
    with speaking("az"):
        assert P_("of a player", "prison").told == "həbsxana"
        assert P_("of another kind", "prison").told == "prison"


def test_missing_values_are_faults() -> None:
    with pytest.raises(KeyError):
        N_("{player} begins.", players=SOUTH)


def test_numbers() -> None:
    assert (told(1200), decimal(2.5, 1)) == ("1200", "2.5")
    with speaking("fa"):
        assert (told(1200), decimal(2.5, 1)) == ("۱۲۰۰", "۲٫۵")
    with speaking("ru"):
        assert (told(1200), decimal(-2.5, 1)) == ("1200", "-2,5")


def test_large_numbers_and_signs() -> None:
    said = {}
    for language in LANGUAGES:
        with speaking(language):
            said[language] = (grouped(1234567), told(Signed(3)), told(Signed(-3)), told(Signed(0)))
    assert said == {
        "en": ("1,234,567", "+3", "−3", "0"),
        "fa": ("۱٬۲۳۴٬۵۶۷", "+۳", "−۳", "۰"),
        "fil": ("1,234,567", "+3", "−3", "0"),
        "ru": ("1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567", "+3", "−3", "0"),
        "az": ("1.234.567", "+3", "−3", "0"),
    }


def test_large_numbers_stay_whole_inside_a_sentence() -> None:
    with speaking("ru"):
        assert "1\N{NO-BREAK SPACE}234" in _("{number} from tables", number=grouped(1234))


def test_what_would_upset_a_terminal_is_not_told() -> None:
    assert told("a\x1b[2Jb\u202ec\n") == "a\ufffd[2Jb\ufffdc\ufffd"
    assert told("می‌کارد") == "می‌کارد"


def test_sentences() -> None:
    assert sentence("cannot undo: no move.") == "Cannot undo: no move."
    with speaking("az"):
        assert sentence("indi növbə sizdə") == "İndi növbə sizdə."
        assert sentence("a çuxuru boşdur") == "a çuxuru boşdur.", "another hole than A"
        assert sentence("adı yoxdur") == "Adı yoxdur."
    assert sentence("a pass is legal") == "A pass is legal."


@pytest.mark.parametrize("language", TRANSLATED)
def test_players_and_endings(language: str) -> None:
    with speaking(language):
        assert len({told(SOUTH), told(NORTH), "South", "North"}) == 4
        assert [str(SOUTH), str(NORTH)] == ["South", "North"]
        endings = [told(reason) for reason in Termination]
    assert len(set(endings)) == len(endings)
    assert not set(endings) & {str(reason) for reason in Termination}


@pytest.mark.parametrize("language", TRANSLATED)
def test_texts_of_games(language: str) -> None:
    """Names of games and options stay; what is said of them is in the language."""
    with speaking(language):
        for spec in GAMES.values():
            for option in (*spec.options, *spec.match.options):
                assert told(option.doc) != option.doc
                assert not english_in(told(option.doc)), told(option.doc)
                assert not re.search("whole number", told(option.allowed()))
            assert told(spec.people) != spec.people


# Errors


def refusal(game: str, position: str, move: str) -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as caught:
        bonduc.game(game).position(position).play(move)
    return caught.value


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize(
    ("game", "position", "move"),
    [
        ("rio-kadalis", "6,6,1,0,6,6/2,7,1,6,1,6 0 0 N -", "c"),
        ("rio-kadalis", "6,6,1,0,6,6/2,7,1,6,1,6 0 0 N -", "A"),
        ("rio-kadalis", "4,4,4,4,0,0/4,4,4,4,4,4 5 3 N closed=a,b", "a"),
        ("rio-kadalis", "0,0,0,0,0,0/0,0,0,0,0,0 24 24 - -", "A"),
        ("adji-kui-ii", "6,6,1,0,6,6/2,7,1,6,1,6 0 0 S -", "C"),
        ("adji-kui-ii", "6,6,1,0,6,6/2,7,1,6,1,6 0 0 S -", "pass"),
        ("adji-kui-ii", "1,0,1,4,3,1/0,2,6,3,6,5 8 8 S -", "D"),
        ("kiothi", "5,5,5,5,5,5,0,0,0,0/2,3,1,0,4,5,5,5,5,0 0 0 S marks=A,B,C", "A:1"),
        ("kiothi", "5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S phase=open-south", "EF>A2,B3"),
        ("kiothi", "5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S phase=open-south", "A:2"),
        ("bao-la-kimasai", "1," * 11 + "1/" + "1," * 11 + "0/0" + ",1" * 11 + "/1" + ",1" * 11 + " 0 0 S -", "C2"),
    ],
)
def test_refusals_are_told(language: str, game: str, position: str, move: str) -> None:
    error = refusal(game, position, move)
    assert str(error).startswith(f"illegal move {move!r}: {error.rule} (position ")
    with speaking(language):
        assert str(error).startswith("illegal move"), "logs stay English"
        assert told(error.rule) != error.rule
        assert not english_in(told(error.rule))
        assert told(error.rule) in error.told
        assert move in error.told


@pytest.mark.parametrize("language", TRANSLATED)
def test_impossible_positions_are_told_with_every_defect(language: str) -> None:
    with pytest.raises(IllegalPositionError) as caught:
        bonduc.game("rio-kadalis").position("9,4,4,4,4,4/4,4,4,4,4,4 0 -1 S closed=A")
    error = caught.value
    assert len(error.defects) == 3
    with speaking(language):
        for defect in error.defects:
            assert told(defect) != defect
            assert told(defect) in error.told
        assert not english_in(error.told)


def test_other_errors_are_told_as_they_are() -> None:
    assert BonducError("as it is").told == "as it is"
    error = RecordError("a fault", 3, 7, "file.txt")
    assert str(error) == error.told == "file.txt: line 3, column 7: a fault"
    with speaking("ru"):
        assert error.told == "file.txt: строка 3, столбец 7: a fault"


# Explanations


def sample_moves(name: str, count: int) -> list[bonduc.Sowing]:
    """Moves of random rounds, the openings first."""
    choose = random.Random(7)
    found: list[bonduc.Sowing] = []
    while len(found) < count:
        round_ = Round(bonduc.game(name))
        while round_.outcome is None and len(found) < count:
            move = choose.choice(round_.legal_moves)
            found.append(round_.position.sowing(move))
            round_.play(move)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_explained_in_every_language(name: str) -> None:
    for sowing in sample_moves(name, 120):
        english = sowing.explain()
        for language in TRANSLATED:
            with speaking(language):
                said = sowing.explain()
            assert len(said) == len(english)
            for sentence_, original in zip(said, english, strict=True):
                assert sentence_ != original
                assert sentence_.endswith(".")
                assert "{" not in sentence_
                assert not english_in(sentence_), sentence_
                assert not re.match(r"[a-z] ", sentence_), sentence_
                if language == "fa":
                    assert not re.search(r"(?<![A-Za-z:])[0-9]", sentence_), sentence_


def test_explanations_in_four_languages() -> None:
    position = bonduc.game("rio-kadalis").position("0,0,0,0,0,1/0,0,0,0,1,3 20 23 S -")
    said = {}
    for language in TRANSLATED:
        with speaking(language):
            said[language] = position.explain("E")
    said["fa"] = [bare(each) for each in said["fa"]]
    assert said == {
        "fa": ["جنوب ۱ سنگ از E برمی‌دارد و می‌کارد.", "آخرین سنگ در F چهارتایی ساخت: binikh؛ جنوب ۴ تا برمی‌دارد."],
        "fil": [
            "Dumadampot ang Timog ng 1 bato mula sa E at naghahasik.",
            "Nakabuo ng apat sa F ang huling bato: binikh ito, kaya kinukuha ng Timog ang 4.",
        ],
        "ru": ["Юг поднимает 1 камень из E и сеет.", "Посев закончился четвёркой в лунке F: это binikh, Юг берёт 4."],
        "az": [
            "Cənub E çuxurundan 1 daş götürüb səpir.",
            "Son daş F çuxurunda dördlük yaratdı: binikh, Cənub 4 ədəd götürür.",
        ],
    }


# Rules pages


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", GAMES)
def test_rules_pages_agree_with_the_english_one(name: str, language: str) -> None:
    """The same rules in the same order with the same examples; every rule number stands in every language."""
    page, english = read_page(name, language), read_page(name)
    assert [type(part) for part in page.parts] == [type(part) for part in english.parts]
    for own, theirs in zip(page.parts, english.parts, strict=True):
        if isinstance(own, Example) and isinstance(theirs, Example):
            assert (own.position, own.moves, own.move, own.options, own.after) == (
                theirs.position,
                theirs.moves,
                theirs.move,
                theirs.options,
                theirs.after,
            )
            assert own.title != theirs.title or own.title in ("binikh in F",)
            assert not english_in(own.title)
        elif isinstance(own, str) and isinstance(theirs, str):
            assert len(re.findall(r"^#", own, re.MULTILINE)) == len(re.findall(r"^#", theirs, re.MULTILINE))
            assert not english_in(own), own
            assert re.findall(r"`[^`]+`", own) or not re.findall(r"`[^`]+`", theirs)
    assert numbers(page.source) == numbers(english.source)
    assert set(re.findall(r"`(\w+)[=`]", page.source)) == set(re.findall(r"`(\w+)[=`]", english.source))


def numbers(source: str) -> list[int]:
    return [int(number) for number in re.findall(r"^(\d+)\. ", source, re.MULTILINE)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_native_words_stay(language: str) -> None:
    for name, words in (
        ("kiothi", ("boma", "njodthie", "nki")),
        ("rio-kadalis", ("Binikh",)),
        ("adji-kui-ii", ("casa",)),
    ):
        assert [word for word in words if f"*{word}*" not in read_page(name, language).source] == []
