"""`bonduc site`: back up what a site has stored, restore it, and check it. Settings are those of `bonduc serve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from bonduc.errors import BonducError, MissingExtraError
from bonduc.language import N_, _

app = typer.Typer(help="What a site has stored: back it up, restore it, check it.", no_args_is_help=True)

File = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]


def _settings() -> Any:
    try:
        from bonduc.web.settings import from_environment
    except ModuleNotFoundError as error:
        raise MissingExtraError(N_("the site"), "web") from error
    return from_environment()


@app.command()
def backup(file: File) -> None:
    """Back up the database and the secret into one file; the site may be running."""
    settings = _settings()
    from bonduc.web.server.backup import make_backup

    made = make_backup(settings, file)
    print(_("{path}: {size} bytes, made at {time}", path=file, size=file.stat().st_size, time=made.made))


@app.command()
def restore(
    file: File,
    replace: Annotated[bool, typer.Option("--replace", help="Put what is there aside.")] = False,
) -> None:
    """Put a backup in the place of the database and the secret; no server may be running on them."""
    settings = _settings()
    from bonduc.web.server.backup import restore_backup

    made = restore_backup(settings, file, replace)
    print(_("restored as it was at {time}", time=made.made))


@app.command()
def check(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A backup, instead of the site itself.")] = None,
    games: Annotated[bool, typer.Option("--games", help="Play every game through.")] = False,
) -> None:
    """Check that a backup is whole, or that the site's database and secret are sound."""
    settings = _settings()
    from bonduc.web.server.backup import check_backup
    from bonduc.web.server.checking import check_site

    if file is not None:
        made = check_backup(file)
        print(_("{path} is whole, made at {time}", path=file, time=made.made))
        return
    report = check_site(settings, games)
    for name, count in report.rows.items():
        print(f"{name:20} {count}")
    if games:
        print(_("games played through: {count}; by older rules: {older}", count=report.games, older=report.outdated))
    if report.faults:
        for fault in report.faults[1:]:
            print(fault)
        raise BonducError(report.faults[0])
    print(_("all is sound"))
