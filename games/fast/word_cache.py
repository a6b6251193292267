"""`functools.lru_cache` with a switch."""

from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import Generic, ParamSpec, TypeVar

from games.fast.switches import is_on

P = ParamSpec("P")
T = TypeVar("T")


class Cached(Generic[P, T]):
    __name__: str

    def __init__(self, function: Callable[P, T], size: int, optimization: str) -> None:
        self.function, self.optimization = function, optimization
        self.kept = lru_cache(maxsize=size, typed=True)(function)
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **given: P.kwargs) -> T:
        return (self.kept if is_on(self.optimization) else self.function)(*args, **given)

    def forget(self) -> None:
        self.kept.cache_clear()


def cached(size: int, optimization: str = "word_cache") -> Callable[[Callable[P, T]], Cached[P, T]]:
    return lambda function: Cached(function, size, optimization)
