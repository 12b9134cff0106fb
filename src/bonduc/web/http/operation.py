"""Operations of the JSON API: a handler with its path and the models of what it reads and answers.

    class Probe(Model):
        position: str

    @operation("POST", "/api/probe", "What a position is worth", body=Probe)
    async def probe(request: Request, body: Probe) -> dict[str, Any]: ...

A handler gets the request, and `body` and `query` where the operation has models for them, and answers with
something that can be said in JSON, a model or a Response. A BonducError it raises becomes a refusal in the
reader's language, `{"error": {"status": 400, "message": …}}`; so does input that does not fit the model.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bonduc.errors import BonducError
from bonduc.language import _
from bonduc.web.limits.budget import DOOR, charge
from bonduc.web.limits.refusals import BodyTooLargeError, RefusalError, refuse

Handler = Callable[..., Awaitable[Any]]


class Model(BaseModel):
    """What is read or answered; fields nobody knows are refused."""

    model_config = ConfigDict(extra="forbid", strict=False, str_max_length=100_000)

    def surcharge(self) -> float:
        """What this costs beside the operation's own cost (`limits.budget`)."""
        return 0.0


@dataclass(frozen=True)
class Operation:
    """One operation: method and path, the handler, what it is for, what it reads and answers, and what it costs.

    The cost is in the units of `limits.budget`; what depends on the input is for its models to add (`surcharge`).
    """

    method: str
    path: str
    handler: Handler
    summary: str
    body: type[Model] | None = None
    query: type[Model] | None = None
    answer: type[Model] | None = None
    media_type: str = "application/json"
    tag: str = ""
    cost: float = DOOR

    def route(self) -> Route:
        """The route that serves it."""
        return Route(self.path, self._serve, methods=[self.method], name=self.handler.__name__)

    async def _serve(self, request: Request) -> Response:
        try:
            charge(request, self.cost - DOOR)
            given: dict[str, Any] = {}
            if self.query is not None:
                given["query"] = self.query.model_validate(dict(request.query_params))
            if self.body is not None:
                given["body"] = await self._read_body(request)
            charge(request, sum(model.surcharge() for model in given.values()))
            answer = await self.handler(request, **given)
        except ValidationError as error:
            return refuse(422, _fault(error))
        except RefusalError as error:
            return refuse(error.status, error.told, error.headers)
        except BodyTooLargeError:
            return refuse(413, _("That is too large."))
        except BonducError as error:
            return refuse(400, error.told)
        if isinstance(answer, Response):
            return answer
        return JSONResponse(answer.model_dump() if isinstance(answer, BaseModel) else answer)

    async def _read_body(self, request: Request) -> Model:
        assert self.body is not None
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise RefusalError(415, _("The request must be JSON (content-type application/json)."))
        return self.body.model_validate_json(await request.body())


def operation(
    method: str,
    path: str,
    summary: str,
    *,
    body: type[Model] | None = None,
    query: type[Model] | None = None,
    answer: type[Model] | None = None,
    media_type: str = "application/json",
    tag: str = "",
    cost: float = DOOR,
) -> Callable[[Handler], Operation]:
    """Make an Operation of a handler."""

    def make(handler: Handler) -> Operation:
        return Operation(method, path, handler, summary, body, query, answer, media_type, tag, cost)

    return make


def _fault(error: ValidationError) -> str:
    """The first fault of an input, its place named."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else str(first["msg"])
