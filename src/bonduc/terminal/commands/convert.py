"""`bonduc convert`: records to canonical records, to JSON with every position, or to bare positions; and JSON back."""

from __future__ import annotations

import json as json_module
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from bonduc.records.document import to_json
from bonduc.records.files import format_records
from bonduc.records.tree import GameRecord
from bonduc.terminal.files import check_file, write_file
from bonduc.terminal.record_files import read_any


class Form(StrEnum):
    """What records are converted to."""

    RECORD = "record"
    JSON = "json"
    POSITIONS = "positions"


def convert(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records, or JSON that this command wrote.")],
    to: Annotated[
        Form, typer.Option(help="record: canonical text; json: with every position; positions: one a line.")
    ] = Form.RECORD,
    out: Annotated[Path | None, typer.Option("--out", "-f", metavar="OUT", help="Write here instead.")] = None,
) -> None:
    """Convert game records."""
    if out is not None:
        check_file(out)
    text = form_text(read_any(file), to)
    if out is None:
        sys.stdout.write(text)
    else:
        write_file(out, text.encode())


def form_text(records: list[GameRecord], form: Form) -> str:
    """Records in a form, ending in a newline."""
    if form == Form.RECORD:
        return format_records(records)
    if form == Form.JSON:
        return json_module.dumps(to_json(records), ensure_ascii=False, indent=1) + "\n"
    return "".join(f"{node.position}\n" for record in records for node in record.main_line)
