"""Each of the two balancers gets a certificate, whichever of them is asked to prove that the name is theirs.

Caddy's own authority stands in for Let's Encrypt. It looks for the proof at port 80 of the name, as that does.
"""

import http.client
import os
import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from tools.cluster.machines import ADDRESSES, WITH_SITE, Machine, configure, lay_network, replace
from tools.cluster.stage import find_missing, find_postgres
from tools.torture.processes import Service, wait_until

pytestmark = pytest.mark.deep
SITE, AUTHORITY = "insidejob.example", "authority.example"
LIMIT = 20.0
LOCAL = "127.0.0.1 localhost\n"
OFFER = f"""
{{
	skip_install_trust
	local_certs
}}
https://{AUTHORITY} {{
	acme_server
}}
"""


class Balancers:
    """The machines with a balancer, and a third with the authority."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder / "three" / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        self.machines = {name: Machine(name, folder / name) for name in ADDRESSES}
        for machine in self.machines.values():
            machine.folder.mkdir()
        (folder / "three" / "Caddyfile").write_text(OFFER)
        postgres = find_postgres()
        assert postgres
        for name in WITH_SITE:
            configure(self.machines[name], postgres)
            here = f"dir https://{AUTHORITY}/acme/local/directory\n\t\ttrusted_roots {self.root}"
            replace(folder / name / "Caddyfile", "cert_issuer acme {", f"cert_issuer acme {{\n\t\t{here}")

    @contextmanager
    def run(self, name: str, hosts: dict[str, str]) -> Iterator[None]:
        """Run Caddy on a machine where these names lead to these addresses."""
        machine = self.machines[name]
        (machine.folder / "hosts").write_text(LOCAL + "".join(f"{address} {host}\n" for host, address in hosts.items()))
        caddy = f"exec caddy run --config {machine.folder}/Caddyfile --adapter caddyfile"
        command = [*machine.inner, "sh", "-c", f"mount --bind {machine.folder}/hosts /etc/hosts && {caddy}"]
        environment = {"PATH": os.environ["PATH"], "HOME": str(machine.folder), "XDG_DATA_HOME": str(machine.folder)}
        caddy_there = Service(name, command, folder=self.folder, environment=environment)
        caddy_there.start()
        try:
            yield
        finally:
            caddy_there.end()

    def listens(self, name: str) -> bool:
        with suppress(OSError), socket.create_connection((ADDRESSES[name], 80), 5):
            return True
        return False

    def has_certificate(self, name: str) -> bool:
        context, address = ssl.create_default_context(cafile=self.root), (ADDRESSES[name], 443)
        with suppress(OSError), socket.create_connection(address, 5) as there:
            context.wrap_socket(there, server_hostname=SITE).close()
            return True
        return False

    def ask(self, name: str, address: str) -> str:
        """Ask a machine from outside, and return the status and where it leads."""
        connection = http.client.HTTPConnection(ADDRESSES[name], timeout=20)
        connection.request("GET", address, headers={"Host": SITE})
        answer = connection.getresponse()
        connection.close()
        return f"{answer.status} {answer.headers['Location']}"


@pytest.fixture
def balancers(tmp_path: Path) -> Iterator[Balancers]:
    if missing := find_missing():
        pytest.skip(f"needs {missing}")
    with lay_network():
        yield Balancers(tmp_path)


@pytest.mark.parametrize("asked", WITH_SITE)
def test_each_balancer_gets_a_certificate_whichever_is_asked_for_the_proof(asked: str, balancers: Balancers) -> None:
    authority = {AUTHORITY: ADDRESSES["three"]}
    with ExitStack() as stack:
        stack.enter_context(balancers.run("three", {SITE: ADDRESSES[asked], **authority}))
        wait_until(balancers.root.exists, LIMIT, "there is an authority")
        # Caddy asks for a certificate as it starts. If the one that is looked at is not there yet, it waits a minute.
        for name in sorted(WITH_SITE, key=lambda name: name != asked):
            stack.enter_context(balancers.run(name, authority))
            wait_until(partial(balancers.listens, name), LIMIT, f"{name} listens")
        for name in WITH_SITE:
            wait_until(partial(balancers.has_certificate, name), LIMIT, f"{name} has a certificate")
            assert balancers.ask(name, "/g/x?y=1") == f"308 https://{SITE}/g/x?y=1"
            # Nobody has this proof. The balancers do not lead it to each other for ever.
            nowhere = "/.well-known/acme-challenge/nosuch"
            assert balancers.ask(name, nowhere) == f"308 https://{SITE}{nowhere}"
