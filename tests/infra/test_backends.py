"""The databases and the broker as they are set up."""

import os

import pytest
from django.db import connection
from django_redis.cache import RedisCache
from kombu import Connection


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="needs SQLite")
def test_sqlite_is_set_up_for_several_processes() -> None:
    with connection.cursor() as cursor:
        for name, value in (("journal_mode", "wal"), ("foreign_keys", 1)):
            assert cursor.execute(f"PRAGMA {name}").fetchone() == (value,)
    assert {"transaction_mode": "IMMEDIATE", "timeout": 20}.items() <= connection.settings_dict["OPTIONS"].items()


@pytest.mark.redis
def test_limits_and_versions_are_shared_through_redis() -> None:
    address = os.environ["REDIS_URL"]
    one, other = (RedisCache(address, {"KEY_PREFIX": f"test-{os.getpid()}"}) for _ in range(2))
    one.set("version", 7, timeout=5)
    assert other.get("version") == 7
    other.delete("version")
    assert one.get("version") is None


@pytest.mark.redis
def test_a_task_sent_through_redis_comes_back_until_it_is_acknowledged() -> None:
    name = f"test-{os.getpid()}"
    with Connection(os.environ["REDIS_URL"]) as broker, broker.SimpleQueue(name) as queue:
        queue.put({"game": 1})
        message = queue.get(timeout=5)
        message.requeue()
        again = queue.get(timeout=5)
        assert again.payload == {"game": 1}
        again.ack()
        with pytest.raises(queue.Empty):
            queue.get(timeout=0.2)
