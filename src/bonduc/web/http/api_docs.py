"""The JSON API described for people: the OpenAPI document as a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from bonduc.web.http import openapi
from bonduc.web.http.operation import Operation
from bonduc.web.http.rendering import render
from bonduc.web.limits.budget import priced

JSON = "application/json"


def routes(operations: Iterable[Operation]) -> list[BaseRoute]:
    """The page that describes these operations."""
    described = tuple(operations)

    @cache
    def sections() -> list[dict[str, Any]]:
        return _sections(openapi.document(described))

    async def api_docs(request: Request) -> Response:
        return render(request, "api_docs.html", sections=sections())

    return [Route("/api/docs", priced(2, api_docs), name="api_docs")]


def _sections(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The operations by tag, in the order of the document."""
    schemas = document["components"]["schemas"]
    found: dict[str, list[dict[str, Any]]] = {}
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            found.setdefault(told["tags"][0], []).append(_operation(path, method, told, schemas))
    return [{"tag": tag, "operations": operations} for tag, operations in found.items()]


def _operation(path: str, method: str, told: Mapping[str, Any], schemas: Mapping[str, Any]) -> dict[str, Any]:
    body = told.get("requestBody")
    [(media, answer)] = told["responses"]["200"]["content"].items()
    return {
        "id": told["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": told["summary"],
        "description": told.get("description", ""),
        "parameters": [
            _field(each["name"], each["schema"], each["required"], each["in"]) for each in told["parameters"]
        ],
        "body": _fields(body["content"][JSON]["schema"], schemas) if body else [],
        "media": media,
        "answer": _fields(answer["schema"], schemas),
    }


def _fields(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The fields of a model, those of models in it after it, indented by their names."""
    model = schemas.get(schema.get("$ref", "").rpartition("/")[2], schema)
    needed = model.get("required", [])
    rows = []
    for name, kind in model.get("properties", {}).items():
        rows.append(_field(name, kind, name in needed, ""))
        inner = next((each for each in _alternatives(kind) if "$ref" in each), None)
        if inner is not None:
            rows += [row | {"name": f"{name}.{row['name']}"} for row in _fields(inner, schemas)]
    return rows


def _field(name: str, kind: Mapping[str, Any], required: bool, place: str) -> dict[str, Any]:
    default = kind.get("default")
    return {
        "name": name,
        "type": " | ".join(dict.fromkeys(_type(each) for each in _alternatives(kind))),
        "required": required,
        "default": None if default is None or default == {} else str(default),
        "place": place,
    }


def _alternatives(kind: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = kind.get("anyOf") or kind.get("oneOf") or [kind]
    return found


def _type(kind: Mapping[str, Any]) -> str:
    """A JSON Schema in a few words."""
    if "$ref" in kind:
        return str(kind["$ref"]).rpartition("/")[2]
    if "enum" in kind:
        return " | ".join(f'"{value}"' for value in kind["enum"])
    if "const" in kind:
        return f'"{kind["const"]}"'
    name = str(kind.get("format") or kind.get("type", "any"))
    if name == "array":
        return f"[{_type(kind.get('items', {}))}, …]"
    low, high = kind.get("minimum"), kind.get("maximum")
    if low is not None and high is not None:
        return f"{name} {low}…{high}"
    longest = kind.get("maxLength")
    return f"{name} ≤ {longest}" if longest else name
