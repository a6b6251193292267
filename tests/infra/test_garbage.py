"""Processes that hold games locked spare what they have loaded: a full collection must not look at all of it."""

import gc
import importlib
from collections.abc import Iterator

import pytest
from celery.signals import worker_init

from insidejob import wsgi


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """What earlier tests left behind would be counted as loaded."""
    gc.unfreeze()
    gc.collect()
    yield
    gc.unfreeze()


def test_a_worker_spares_what_it_has_loaded_before_it_makes_processes() -> None:
    """What they inherit stays shared only if their parent has spared it."""
    before = len(gc.get_objects())
    worker_init.send(sender=None)
    assert gc.get_freeze_count() > before / 2
    assert len(gc.get_objects()) < before / 2


def test_so_does_a_web_process() -> None:
    before = len(gc.get_objects())
    importlib.reload(wsgi)
    assert gc.get_freeze_count() > before / 2
