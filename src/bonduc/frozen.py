"""Values that cannot be changed once they are made, and so may be shared by everything that uses them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NoReturn, Self, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Frozen:
    """Attributes can neither be set nor deleted, and a copy is the thing itself. Made with `object.__setattr__`."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} cannot be changed: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} cannot be changed: {name}")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


class FrozenMapping(Frozen, Mapping[K, V]):
    """A read-only mapping of unchangeable things; equal to any mapping of the same content, and hashable."""

    __slots__ = ("_content",)
    _content: dict[K, V]

    def __init__(self, content: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        object.__setattr__(self, "_content", dict(content))

    def __getitem__(self, key: K) -> V:
        return self._content[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._content)

    def __len__(self) -> int:
        return len(self._content)

    def __hash__(self) -> int:
        return hash(frozenset(self._content.items()))

    def __repr__(self) -> str:
        return repr(self._content)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._content,)


def freeze(value: object, *names: str) -> None:
    """In `__post_init__` of a frozen dataclass: make mappings in these fields unchangeable."""
    for name in names:
        object.__setattr__(value, name, FrozenMapping(getattr(value, name)))
