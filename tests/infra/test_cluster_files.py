"""The files of `deploy/cluster`: every name in them is one that the operator fills in, and `configure` writes all."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from insidejob.embedded.runner import ROOT

FOLDER = ROOT / "deploy" / "cluster"
SETTINGS = FOLDER / "cluster.env.example"
FILES = {"Caddyfile", "etcd.env", "haproxy.cfg", "patroni.yml", "redis.conf", "sentinel.conf"}
NAME = re.compile(r"\$\{([A-Z_]+)\}")


def read_names() -> set[str]:
    return set(re.findall(r"^([A-Z_]+)=", SETTINGS.read_text("utf-8"), re.MULTILINE))


def test_each_name_in_a_file_is_filled_in_by_the_operator_and_each_filled_in_is_used() -> None:
    used = {name for file in FILES for name in NAME.findall((FOLDER / file).read_text("utf-8"))}
    assert used | {"NAME", "HERE"} == read_names() | {"OTHER"}
    assert {path.name for path in FOLDER.iterdir()} == FILES | {"cluster.env.example", "configure"}


@pytest.mark.skipif(shutil.which("envsubst") is None, reason="needs envsubst of gettext-base")
@pytest.mark.parametrize("name", ["one", "two", "three"])
def test_configure_writes_what_a_machine_needs(name: str, tmp_path: Path) -> None:
    settings = re.sub(r"^NAME=.*", f"NAME={name}", SETTINGS.read_text("utf-8"), flags=re.MULTILINE)
    (tmp_path / "settings").write_text(re.sub("PASSWORD=", "PASSWORD=pa55", settings))
    written = tmp_path / "written"
    environment = {"CLUSTER_ENV": str(tmp_path / "settings"), "PATH": "/usr/bin:/bin"}
    subprocess.run([FOLDER / "configure", written], check=True, env=environment)
    assert {path.name for path in written.iterdir()} == FILES - ({"Caddyfile"} if name == "three" else set())
    texts = {path.name: path.read_text("utf-8") for path in written.iterdir()}
    assert not [file for file, text in texts.items() if NAME.search(text)]
    assert all(path.stat().st_mode & 0o077 == 0 for path in written.iterdir())
    assert "requirepass pa55" in texts["redis.conf"]
    assert ("replicaof 10.0.0.1 6379" in texts["redis.conf"]) == (name != "one")
    if name != "three":
        assert f"reverse_proxy {'10.0.0.2' if name == 'one' else '10.0.0.1'}:80" in texts["Caddyfile"]
