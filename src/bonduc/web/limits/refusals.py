"""What is refused, with the status that HTTP has for it."""

from __future__ import annotations

from starlette.responses import JSONResponse, Response

from bonduc.errors import BonducError


class RefusalError(BonducError):
    """A refusal with its HTTP status; `headers` go with the answer."""

    def __init__(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers


class BodyTooLargeError(Exception):
    """A request body is larger than allowed."""


def refuse(status: int, message: str, headers: dict[str, str] | None = None) -> Response:
    """A refusal as JSON: `{"error": {"status": …, "message": …}}`."""
    return JSONResponse({"error": {"status": status, "message": message}}, status, headers)
