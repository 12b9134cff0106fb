"""The API of the analysis board: lines of play, analyses, reviews, records, set-up, pictures; and its pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import bonduc
from bonduc.games.registry import GAMES
from bonduc.web.app import create_app
from bonduc.web.settings import Settings
from bonduc.web.tasks import lines
from bonduc.web.tasks import records as records_api
from bonduc.web.views import ending_words

RECORD = """[Game "rio-kadalis"]
[South "Ann"]
[North "Ben"]

{How it began.} 1. A b {A surprise.} 2. F (2. D {Quieter.} a (2... f)) 2... f *
"""


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A site whose engines have loaded their machine code."""
    settings = Settings(
        folder=tmp_path_factory.mktemp("site"), secret="a secret for tests", rate=0, hosts=("testserver",), engines=1
    )
    with TestClient(create_app(settings)) as client:
        client.headers["x-csrf-token"] = client.get("/api/session").json()["csrf"]
        client.headers["origin"] = "http://testserver"
        answer = client.post("/api/analyse", json={"game": "rio-kadalis", "seconds": 0.05})
        assert answer.status_code == 200, answer.text
        yield client


def fault_of(answer: Any) -> str:
    return str(answer.json()["error"]["message"])


# Lines of play


def test_a_line_is_played_out(client: TestClient) -> None:
    body = {"game": "rio-kadalis", "moves": ["A", "b"]}
    found = client.post("/api/line", json=body).json()
    after = bonduc.game("rio-kadalis").start().play("A").play("b")
    assert found["after"]["position"] == str(after)
    assert found["sowing"]["move"] == "b"
    assert found["sowing"]["explanation"]
    start = client.post("/api/line", json={"game": "rio-kadalis"}).json()
    assert start["sowing"] is None
    assert start["after"]["moves"][0]["preview"]


def test_a_repetition_ends_a_line(client: TestClient) -> None:
    game = bonduc.game("bao-la-kimasai", columns=2)
    played = bonduc.Round(game)
    while played.outcome is None:
        played.play(played.legal_moves[0])
    moves = [str(move) for move in played.moves]
    body = {"game": game.id, "options": {"columns": 2}, "moves": moves}
    found = client.post("/api/line", json=body).json()
    assert found["after"]["outcome"]["reason"] == ending_words(played.outcome)
    assert found["after"]["moves"] == []
    assert client.post("/api/line", json=body | {"moves": [*moves, moves[0]]}).status_code == 400


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"game": "rio-kadalis", "moves": ["Z"]}, 400),
        ({"game": "rio-kadalis", "moves": ["b"]}, 400),
        ({"game": "rio-kadalis", "start": "1,1"}, 400),
        ({"game": "rio-kadalis", "moves": ["A"] * (lines.MOST_MOVES + 1)}, 422),
        ({"game": "rio-kadalis", "moves": ["A" * 1000]}, 422),
        ({"game": "rio-kadalis", "moves": "A"}, 422),
        ({"moves": []}, 422),
    ],
)
def test_impossible_lines_are_refused(client: TestClient, body: dict[str, Any], status: int) -> None:
    answer = client.post("/api/line", json=body)
    assert answer.status_code == status
    assert fault_of(answer)


# The engine


def test_an_analysis_shows_the_best_lines(engines: TestClient) -> None:
    body = {"game": "rio-kadalis", "moves": ["A"], "seconds": 0.3, "lines": 3}
    found = engines.post("/api/analyse", json=body).json()
    assert found["done"]
    assert len(found["lines"]) == 3
    position = bonduc.game("rio-kadalis").start().play("A")
    for line in found["lines"]:
        assert position.is_legal(line["moves"][0])
    assert found["score"] == found["lines"][0]["score"] == min(line["score"] for line in found["lines"])


def test_questions_out_of_bounds_are_refused(engines: TestClient) -> None:
    body = {"game": "rio-kadalis"}
    assert engines.post("/api/analyse", json=body | {"seconds": 11}).status_code == 422
    assert engines.post("/api/analyse", json=body | {"lines": 6}).status_code == 422
    over = {"start": "0,0,0,0,0,0/0,0,0,0,0,0 20 28 - -"}
    assert engines.post("/api/analyse", json=body | over).status_code == 400
    assert engines.post("/api/analyse", json=body | {"game": "chess"}).status_code == 400


def test_a_review_tells_of_every_move(engines: TestClient) -> None:
    moves = ["A", "b", "F", "f"]
    body = {"game": "rio-kadalis", "moves": moves, "seconds": 0.05}
    answer = engines.post("/api/review", json=body)
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    steps = [json.loads(line) for line in answer.text.splitlines()]
    assert [step["ply"] for step in steps[:-1]] == [0, 1, 2, 3, 4]
    assert [step["move"] for step in steps[1:-1]] == moves
    assert [step["player"] for step in steps[1:-1]] == ["S", "N", "S", "N"]
    assert all(step["loss"] >= 0 for step in steps[1:-1])
    assert steps[-1]["done"]
    marked = sum(count for counts in steps[-1]["marks"].values() for count in counts.values())
    assert marked == sum(bool(step["mark"]) for step in steps[1:-1])
    assert engines.post("/api/review", json={"game": "rio-kadalis"}).status_code == 400


def test_a_review_knows_the_result_of_a_finished_round(engines: TestClient) -> None:
    played = bonduc.Round(bonduc.game("bao-la-kimasai", columns=2))
    while played.outcome is None:
        played.play(played.legal_moves[0])
    body = {"game": "bao-la-kimasai", "options": {"columns": 2}, "moves": [str(move) for move in played.moves]}
    steps = [json.loads(line) for line in engines.post("/api/review", json=body | {"seconds": 0.05}).text.splitlines()]
    south, north = played.position.stores
    assert steps[-2]["score"] == south - north
    assert steps[-2]["exact"] or steps[-2]["move"] == steps[-2]["best"]


def test_live_thinking_follows_the_position(engines: TestClient) -> None:
    with engines.websocket_connect("/ws/analysis") as socket:
        socket.send_json({"type": "think", "id": 1, "game": "rio-kadalis", "lines": 2})
        assert socket.receive_json()["type"] == "waiting"
        found = socket.receive_json()
        assert (found["type"], found["id"]) == ("found", 1)
        assert not found["done"]
        socket.send_json({"type": "think", "id": 2, "game": "rio-kadalis", "moves": ["A"], "seconds": 0.2})
        while found["id"] == 1:
            found = socket.receive_json()
        while not found.get("done"):
            found = socket.receive_json()
            assert found["id"] == 2
        socket.send_json({"type": "stop"})
        socket.send_json({"type": "think", "id": 3, "game": "rio-kadalis", "moves": ["Z"]})
        assert socket.receive_json()["type"] == "waiting"
        refused = socket.receive_json()
        assert (refused["type"], refused["id"], refused["status"]) == ("refused", 3, 400)
        assert "'Z'" in refused["message"]
        socket.send_json({"type": "think", "id": 4, "game": 7})
        assert socket.receive_json()["status"] == 422


@pytest.mark.parametrize("text", ["{", "[" * 50_000, "x" * 70_000])
def test_nonsense_ends_the_conversation(client: TestClient, text: str) -> None:
    headers = {"origin": "http://testserver"}
    with client.websocket_connect("/ws/analysis", headers=headers) as socket:
        socket.send_text(text)
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_other_sites_cannot_use_the_socket(client: TestClient) -> None:
    conversation = client.websocket_connect("/ws/analysis", headers={"origin": "https://evil.example"})
    with pytest.raises(WebSocketDisconnect):
        conversation.__enter__()


# Records


def test_a_record_goes_into_its_tree_and_back(client: TestClient) -> None:
    document = client.post("/api/record", json={"text": RECORD}).json()
    (record,) = document["records"]
    assert record["tags"] == {"South": "Ann", "North": "Ben"}
    assert record["comments"] == ["How it began."]
    assert [move["move"] for move in record["moves"]] == ["A", "b", "F", "f"]
    (variation,) = record["moves"][2]["variations"]
    assert [move["move"] for move in variation] == ["D", "a"]
    written = client.post("/api/record/write", json={"document": document}).json()["text"]
    assert written == bonduc.parse_record(RECORD).write()
    again = client.post("/api/record", json={"text": json.dumps(document)}).json()
    assert again == document


def test_several_rounds_are_read(client: TestClient) -> None:
    document = client.post("/api/record", json={"text": RECORD + "\n" + RECORD.replace("Ann", "Cy")}).json()
    assert [record["tags"]["South"] for record in document["records"]] == ["Ann", "Cy"]


@pytest.mark.parametrize(
    ("text", "moves", "result", "assumed"),
    [
        ("1. A b 2. C", ["A", "b", "C"], "*", ["Adji Kui II", "no result"]),
        ("A b C *", ["A", "b", "C"], "*", ["Adji Kui II"]),
        ('[South "Ann"]\n\n1. A b (1... f) 1-0', ["A", "b"], "1-0", ["Adji Kui II", "North is taken to have resigned"]),
        ('[Game "rio-kadalis"]\n[Result "1/2-1/2"]\n\nA', ["A"], "1/2-1/2", ["agreed draw"]),
        ('[Game "rio-kadalis"]', [], "*", ["no result"]),
        (RECORD, ["A", "b", "F", "f"], "*", []),
    ],
)
def test_what_a_record_lacks_is_filled_in_and_told(
    client: TestClient, text: str, moves: list[str], result: str, assumed: list[str]
) -> None:
    read = client.post("/api/record", json={"text": text, "game": "adji-kui-ii"}).json()
    (record,) = read["records"]
    assert [move["move"] for move in record["moves"]] == moves
    assert record["result"] == result
    assert len(read["assumed"]) == len(assumed)
    assert all(words in sentence for words, sentence in zip(assumed, read["assumed"], strict=True))
    written = client.post("/api/record/write", json={"document": read}).json()["text"]
    assert bonduc.parse_record(written).result == result


@pytest.mark.parametrize("text", ["1. A b (1... f", "1. A b 2.", "1. A {begun", "1. A b Q", "A b 1-0 C"])
def test_what_cannot_be_filled_in_is_a_fault(client: TestClient, text: str) -> None:
    answer = client.post("/api/record", json={"text": text, "game": "adji-kui-ii"})
    assert answer.status_code == 400
    assert answer.json()["error"]["line"] == 1


def test_a_record_read_strictly_must_be_whole(client: TestClient) -> None:
    for text in ("A b *", '[Game "rio-kadalis"]\n\nA b', '[Game "rio-kadalis"]\n\nA b 1-0'):
        with pytest.raises(bonduc.errors.RecordError):
            bonduc.parse_record(text)


def test_faults_of_records_have_a_place(client: TestClient) -> None:
    text = RECORD.replace("2. F", "2. Q")
    answer = client.post("/api/record", json={"text": text})
    error = answer.json()["error"]
    assert answer.status_code == 400
    assert error["line"] == 5
    assert text.splitlines()[4][error["column"] - 1] == "Q"
    error = client.post("/api/record", json={"text": '{\n "format": }'}).json()["error"]
    assert (error["line"], error["column"]) == (2, 12)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        '{"format": "other"}',
        "[" * 90_000,
        '{"a": ' * 30_000,
        RECORD.replace("2. F", "(" * 5000),
        '[Game "rio-kadalis"]\n\n' + "A b " * 10_000 + "*",
        "\n".join(['[Game "rio-kadalis"]\n\n*\n'] * (records_api.MOST_ROUNDS + 1)),
        json.dumps({"format": "bonduc records", "version": 1, "records": [{"game": "rio-kadalis", "moves": [3]}]}),
    ],
)
def test_hostile_records_are_refused(client: TestClient, text: str) -> None:
    answer = client.post("/api/record", json={"text": text})
    assert answer.status_code == 400
    assert fault_of(answer)


@pytest.mark.parametrize("depth", [50, 300])
def test_hostile_trees_are_refused(client: TestClient, depth: int) -> None:
    moves: list[Any] = []
    for _ in range(depth):
        moves = [{"move": "A", "variations": [moves]}] if moves else [{"move": "A"}]
    document = {
        "format": "bonduc records",
        "version": 1,
        "records": [{"game": "rio-kadalis", "moves": [{"move": "A"}, {"move": "b", "variations": [moves]}]}],
    }
    assert client.post("/api/record/write", json={"document": document}).status_code in (400, 422)
    many = [{"move": "A"}] * (records_api.MOST_MOVES + 1)
    document["records"] = [{"game": "rio-kadalis", "moves": many}]
    assert "too many" in fault_of(client.post("/api/record/write", json={"document": document}))


# Setting up


def test_a_position_is_set_up(client: TestClient) -> None:
    body = {"game": "kiothi", "holes": [3] * 20, "stores": [0, 0], "mover": "N", "marks": [0, 19]}
    found = client.post("/api/setup", json=body).json()
    assert found["defects"] == []
    assert found["seeds"] == 60
    assert found["view"]["mover"] == "N"
    assert [hole["mark"] for hole in found["view"]["holes"]] == [True, *[False] * 18, True]
    assert (
        client.post("/api/position", json={"game": "kiothi", "position": found["view"]["position"]}).status_code == 200
    )


def test_all_defects_are_told(client: TestClient) -> None:
    body = {"game": "kiothi", "holes": [3] * 19 + [0], "marks": [19]}
    found = client.post("/api/setup", json=body).json()
    assert found["view"] is None
    assert len(found["defects"]) >= 2
    absurd = [
        {"game": "kiothi", "holes": []},
        {"game": "kiothi", "holes": [-5] * 20},
        {"game": "bao-la-kimasai", "holes": [2] * 48},
        {"game": "rio-kadalis", "holes": [4] * 12, "marks": [63]},
        {"game": "adji-kui-ii", "holes": [4] * 12, "owners": {"0": "N"}, "closed": [1]},
    ]
    for each in absurd:
        answer = client.post("/api/setup", json=each)
        assert answer.status_code == 200, answer.text
        assert answer.json()["defects"], each
    assert client.post("/api/setup", json={"game": "kiothi", "holes": [1] * 100}).status_code == 422
    assert client.post("/api/setup", json={"game": "kiothi", "holes": [10**9] * 20}).status_code == 422


# Pictures and boards


@pytest.mark.parametrize("name", GAMES)
def test_positions_have_pictures(client: TestClient, name: str) -> None:
    move = str(bonduc.game(name).start().legal_moves[0])
    query = {"game": name, "move": move, "theme": "dark", "flip": "true"}
    answer = client.get("/api/picture.svg", params=query)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "public" in answer.headers["cache-control"]
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")
    png = client.get("/api/picture.png", params=query | {"width": "200"})
    assert png.content.startswith(b"\x89PNG")


def test_pictures_out_of_bounds_are_refused(client: TestClient) -> None:
    for wrong in ({"width": "90000"}, {"theme": "pink"}, {"shape": "round"}, {"colour": "red"}):
        assert client.get("/api/picture.png", params={"game": "kiothi", **wrong}).status_code == 422
    for bad in ({"position": "x"}, {"options": "x"}, {"options": "holes=99"}, {"move": "Z"}):
        assert client.get("/api/picture.svg", params={"game": "rio-kadalis", **bad}).status_code == 400


def test_boards_come_with_their_options(client: TestClient) -> None:
    board = client.get("/api/board", params={"game": "rio-kadalis", "options": "holes=5"}).json()
    assert len(board["names"]) == 10


# Pages


def start_of(page: str) -> dict[str, Any]:
    text = page.split('id="study-start">')[1].split("</script>")[0]
    found = json.loads(text)
    assert isinstance(found, dict)
    return found


def test_the_page_begins_with_a_board(client: TestClient) -> None:
    page = client.get("/analysis")
    assert page.status_code == 200
    assert "<svg" in page.text
    assert "style=" not in page.text
    assert start_of(page.text)["ply"] == 0
    assert (
        start_of(client.get("/analysis", params={"game": "kiothi"}).text)["document"]["records"][0]["game"] == "kiothi"
    )


def test_a_permalink_opens_its_position(client: TestClient) -> None:
    query = {"position": "4,4,4,4,4/4,4,4,4,4 0 0 N -", "options": "holes=5", "moves": "b C"}
    start = start_of(client.get("/analysis/rio-kadalis", params=query).text)
    (record,) = start["document"]["records"]
    assert start["ply"] == 2
    assert record["options"]["holes"] == 5
    assert [move["move"] for move in record["moves"]] == ["b", "C"]
    assert record["position"] == query["position"]


@pytest.mark.parametrize(
    "query",
    [
        {"position": "nonsense"},
        {"options": "holes=99"},
        {"options": "=="},
        {"moves": "A Z"},
        {"moves": "A " * 15_000},
        {"position": "<script>alert(1)</script>"},
    ],
)
def test_a_bad_permalink_says_so_and_shows_a_board(client: TestClient, query: dict[str, str]) -> None:
    page = client.get("/analysis/rio-kadalis", params=query)
    assert page.status_code == 400
    assert start_of(page.text)["document"]["records"][0]["moves"] == []
    assert "<script>alert" not in page.text
    assert client.get("/analysis/chess").status_code == 404


def test_a_game_played_here_can_be_analysed(client: TestClient) -> None:
    made = client.post("/api/live", json={"game": "rio-kadalis", "kind": "round", "opponent": "same-screen"}).json()
    act = {"type": "move", "round": 1, "ply": 0, "move": "A"}
    assert client.post(f"/api/live/{made['code']}/act", json=act).status_code == 200
    start = start_of(client.get(f"/analysis/game/{made['code']}").text)
    assert [move["move"] for move in start["document"]["records"][0]["moves"]] == ["A"]
    assert client.get("/analysis/game/nosuchgame").status_code == 404


def test_a_game_between_two_people_is_analysed_when_it_is_over(client: TestClient) -> None:
    made = client.post("/api/live", json={"game": "rio-kadalis", "kind": "round", "opponent": "friend"}).json()
    page = client.get(f"/analysis/game/{made['code']}")
    assert page.status_code == 403
    assert "still being played" in page.text
