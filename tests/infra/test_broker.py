"""The queue in files, after a disk that was full: a file cut short stops nothing."""

from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection, Exchange, Queue
from kombu.transport import TRANSPORT_ALIASES

from insidejob.embedded.broker import Transport


def connect(folder: Path) -> Connection:
    for name in ("queue", "control"):
        (folder / name).mkdir(exist_ok=True)
    options = {"data_folder_in": folder / "queue", "data_folder_out": folder / "queue"}
    return Connection(transport=Transport, transport_options={**options, "control_folder": folder / "control"})


def test_an_empty_message_is_passed_over(tmp_path: Path) -> None:
    with connect(tmp_path) as connection:
        queue = connection.SimpleQueue("clock")
        queue.put({"said": 1})
        [message] = (tmp_path / "queue").iterdir()
        message.write_bytes(b"")
        with pytest.raises(Empty):
            queue.get(block=False)
        queue.put({"said": 2})
        assert queue.get(block=False).payload == {"said": 2}


def test_an_empty_list_of_queues_is_made_anew(tmp_path: Path) -> None:
    queue = Queue("mail", Exchange("mail"), routing_key="mail")
    with connect(tmp_path) as connection:
        queue(connection.default_channel).declare()
    [kept] = (tmp_path / "control").iterdir()
    kept.write_bytes(b"")
    with connect(tmp_path) as connection:
        # As in a process that has just started.
        connection.transport.state.clear()  # type: ignore[attr-defined]
        producer = connection.Producer()
        producer.publish({"said": 1}, exchange="mail", routing_key="mail")
        queue(connection.default_channel).declare()
        producer.publish({"said": 2}, exchange="mail", routing_key="mail")
        assert connection.default_channel._get("mail")["body"]  # type: ignore[attr-defined]


def test_an_idle_worker_soon_sees_that_it_should_stop(tmp_path: Path) -> None:
    with connect(tmp_path) as connection:
        connection.SimpleQueue("clock")
        with pytest.raises(TimeoutError):
            connection.drain_events(timeout=10_000)


def test_the_development_settings_use_it() -> None:
    text = (Path(__file__).parents[2] / "insidejob" / "settings" / "dev.py").read_text("utf-8")
    assert 'TRANSPORT_ALIASES["filesystem"] = "insidejob.embedded.broker:Transport"' in text
    assert "filesystem" in TRANSPORT_ALIASES
