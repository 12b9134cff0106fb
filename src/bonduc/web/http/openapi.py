"""The OpenAPI document of the JSON API."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Any

from bonduc import __version__
from bonduc.web.http.operation import Model, Operation
from bonduc.web.visitors.identity import COOKIE, CSRF_HEADER, HOST

REFERENCES = "#/components/schemas/{model}"


def document(operations: Iterable[Operation]) -> dict[str, Any]:
    """The document: every operation, its parameters and models."""
    paths: dict[str, dict[str, Any]] = {}
    schemas: dict[str, Any] = {"Refusal": _REFUSAL}
    for each in operations:
        paths.setdefault(re.sub(r":\w+}", "}", each.path), {})[each.method.lower()] = _described(each, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "bonduc",
            "version": __version__,
            "description": "Plays, analyses and studies traditional mancala games. Reading needs nothing; to change "
            f"something, keep the cookie `{COOKIE}` (`{HOST}{COOKIE}` over TLS) and send the `csrf` of "
            f"`GET /api/session` as `{CSRF_HEADER}`.",
        },
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _described(each: Operation, schemas: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "operationId": each.handler.__name__,
        "summary": each.summary,
        "tags": [each.tag or each.path.split("/")[2].split(".")[0]],
        "x-cost": each.cost,
        "parameters": [*_path_parameters(each.path), *_query_parameters(each.query, schemas)],
        "responses": {
            "200": {
                "description": "The answer.",
                "content": {each.media_type: {"schema": _schema(each.answer, schemas)}},
            },
            "4XX": {
                "description": "Refused; the message says why.",
                "content": {"application/json": {"schema": {"$ref": REFERENCES.format(model="Refusal")}}},
            },
        },
    }
    notes = inspect.getdoc(each.handler)
    if notes:
        told["description"] = notes
    if each.body is not None:
        content = {"application/json": {"schema": _schema(each.body, schemas)}}
        told["requestBody"] = {"required": True, "content": content}
    return told


def _schema(model: type[Model] | None, schemas: dict[str, Any]) -> dict[str, Any]:
    if model is None:
        return {}
    schema = model.model_json_schema(ref_template=REFERENCES)
    schemas.update(schema.pop("$defs", {}))
    schemas[model.__name__] = schema
    return {"$ref": REFERENCES.format(model=model.__name__)}


def _path_parameters(path: str) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "integer" if kind == "int" else "string"},
        }
        for name, kind in re.findall(r"{(\w+):?(\w*)}", path)
    ]


def _query_parameters(model: type[Model] | None, schemas: dict[str, Any]) -> list[dict[str, Any]]:
    if model is None:
        return []
    schema = model.model_json_schema(ref_template=REFERENCES)
    schemas.update(schema.pop("$defs", {}))
    needed = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in needed, "schema": kind}
        for name, kind in schema["properties"].items()
    ]


_REFUSAL: dict[str, Any] = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["status", "message"],
            "properties": {"status": {"type": "integer"}, "message": {"type": "string"}},
        }
    },
}
