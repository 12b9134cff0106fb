"""What those who come from one address may use of the server: so much a second, with some in hand.

The unit is a request that takes the server's own processor about two milliseconds; what takes more costs more. An
operation declares its cost (`Operation`), and adds to it what depends on what was asked; a message of a WebSocket
counts as a request. The door takes one unit for each request before anything else looks at it.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from functools import wraps

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from bonduc.language import N_
from bonduc.web.limits.buckets import Buckets
from bonduc.web.limits.refusals import RefusalError
from bonduc.web.visitors.forwarded import address_of

DOOR = 1.0  # what every request costs, and more if it is large
Handler = Callable[[Request], Awaitable[Response]]


class TooMuchError(RefusalError):
    """An address has used up what it may use; after some seconds it may go on."""

    def __init__(self, seconds: float) -> None:
        wait = max(1, math.ceil(seconds))
        super().__init__(429, N_("Too many requests: wait a moment."), {"Retry-After": str(wait)})


def charge(connection: HTTPConnection, cost: float) -> None:
    """Take the cost of something from whoever asks for it; TooMuchError if that is more than they have.

    What costs more than half of what anybody can have in hand costs half of it: nothing is out of reach.
    """
    budget = connection.app.state.budget
    assert isinstance(budget, Buckets)
    address, cost = address_of(connection.scope), min(cost, budget.burst / 2)
    if cost > 0 and not budget.take(address, cost):
        raise TooMuchError(budget.wait(address, cost))


def priced(cost: float, handler: Handler) -> Handler:
    """The handler of a page, which costs so much."""

    @wraps(handler)
    async def charging(request: Request) -> Response:
        charge(request, cost - DOOR)
        return await handler(request)

    return charging
