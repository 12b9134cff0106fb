"""What clients send (the protocol in `bonduc.web.live`), as models that refuse everything else."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, StrictInt, StrictStr, TypeAdapter, ValidationError

from bonduc.language import N_
from bonduc.web.http.operation import Model
from bonduc.web.live.game.allowance import Speed

Id: TypeAlias = Annotated[StrictStr, Field(max_length=40)] | StrictInt | None
Number: TypeAlias = Annotated[StrictInt, Field(ge=1, le=10_000)]
Ply: TypeAlias = Annotated[StrictInt, Field(ge=0, le=1_000_000)]
Version: TypeAlias = Annotated[StrictInt, Field(ge=0, le=1 << 31)]
Name: TypeAlias = Annotated[StrictStr, Field(max_length=200)]
SeatLetter: TypeAlias = Literal["S", "N"]


class Message(Model):
    """Any message; `id` comes back in its answer."""

    id: Id = None


class Hello(Message):
    """The first message: the version of the game that the client has, if any."""

    type: Literal["hello"]
    version: Version | None = None


class Pong(Message):
    """The answer to a ping."""

    type: Literal["pong"]
    at: Annotated[float, Field(ge=0, le=1e16)]


class Resign(Message):
    """A resignation of the round; at the same screen `seat` says whose."""

    type: Literal["resign"]
    round: Number
    seat: SeatLetter | None = None


class OfRound(Message):
    """What concerns a round as the client sees it; `version`: the state it looked at."""

    type: Literal[
        "offer-draw",
        "accept-draw",
        "decline-draw",
        "take-back",
        "accept-take-back",
        "decline-take-back",
        "next-round",
        "call-off",
        "claim-win",
    ]
    round: Number
    ply: Ply = 0
    version: Version | None = None


class OfMove(Message):
    """A move, and the place in the round where it is meant."""

    type: Literal["move"]
    round: Number
    ply: Ply
    move: Annotated[StrictStr, Field(min_length=1, max_length=200)]
    version: Version | None = None


class OfGame(Message):
    """What concerns the game as a whole."""

    type: Literal["offer-rematch", "accept-rematch", "decline-rematch", "leave"]


class OfName(Message):
    """A new name; at the same screen `seat` says whose."""

    type: Literal["name"]
    name: Name
    seat: SeatLetter | None = None


class OfSpeed(Message):
    """At which speed the sender's page shows sowings; the clock allows for it."""

    type: Literal["speed"]
    speed: Speed


Act: TypeAlias = OfMove | Resign | OfRound | OfGame | OfName | OfSpeed
AnyMessage: TypeAlias = Hello | Pong | Act

_ACT: TypeAdapter[Act] = TypeAdapter(Annotated[Act, Field(discriminator="type")])
_MESSAGE: TypeAdapter[AnyMessage] = TypeAdapter(Annotated[AnyMessage, Field(discriminator="type")])


class MalformedError(Exception):
    """A text that is no message."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


def read_message(text: str | bytes) -> AnyMessage:
    """The message of a text; MalformedError if it is none."""
    try:
        return _MESSAGE.validate_json(text)
    except ValidationError as error:
        raise MalformedError(_fault(error)) from None


def read_act(value: Any) -> Act:
    """The action in a value from JSON; MalformedError if it is none."""
    try:
        return _ACT.validate_python(value)
    except ValidationError as error:
        raise MalformedError(_fault(error)) from None


def _fault(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return N_(
        "that is no message of the protocol: {fault}", fault=f"{place}: {first['msg']}" if place else first["msg"]
    )
