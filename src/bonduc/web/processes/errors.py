"""What a pool refuses."""

from __future__ import annotations

from collections.abc import Iterable

from bonduc.errors import UndecidedSowingError
from bonduc.games.runner import Question
from bonduc.language import _
from bonduc.web.limits.refusals import RefusalError


class OpenQuestionsError(UndecidedSowingError):
    """A job came upon sowings that somebody has to decide first."""

    def __init__(self, questions: Iterable[Question]) -> None:
        super().__init__()
        self.questions = list(questions)


class BusyError(RefusalError):
    """Too much is waiting already."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(503, message, {"Retry-After": str(seconds)})


class FailedError(RefusalError):
    """A process failed at this job."""

    def __init__(self, message: str = "") -> None:
        super().__init__(503, message or _("This could not be finished. Try again in a moment."), {"Retry-After": "2"})
