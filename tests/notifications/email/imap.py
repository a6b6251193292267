"""A mailbox that speaks as much IMAP as reading new mail takes, over a real socket."""

import re
import socketserver
import threading
from typing import Any

PASSWORD = "p@ss word"


class Mailbox(socketserver.ThreadingTCPServer):
    """Holds mails at a free port of this machine; `seen` are the numbers of those marked so."""

    daemon_threads = True

    def __init__(self, *mails: bytes) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.mails, self.seen = mails, set[int]()

    @property
    def url(self) -> str:
        return f"imap://bounces:p%40ss%20word@127.0.0.1:{self.server_address[1]}/INBOX"

    def __enter__(self) -> "Mailbox":
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *args: Any) -> None:
        self.shutdown()
        self.server_close()


class Conversation(socketserver.StreamRequestHandler):
    server: Mailbox

    def handle(self) -> None:
        self.say(b"* OK ready")
        for line in self.rfile:
            tag, command, *rest = line.decode().strip().split(" ", 2)
            if not self.answer(command.upper(), rest[0] if rest else ""):
                self.say(f"{tag} NO refused".encode())
                continue
            self.say(f"{tag} OK done".encode())
            if command.upper() == "LOGOUT":
                return

    def say(self, line: bytes) -> None:
        self.wfile.write(line + b"\r\n")

    def answer(self, command: str, rest: str) -> bool:
        """Say what a command asks for; tell whether it may."""
        mails, seen = self.server.mails, self.server.seen
        if command == "LOGIN":
            return rest == f'bounces "{PASSWORD}"'
        if command == "CAPABILITY":
            self.say(b"* CAPABILITY IMAP4rev1")
        elif command == "SELECT":
            self.say(f"* {len(mails)} EXISTS".encode())
        elif command == "SEARCH":
            unseen = [str(number) for number in range(1, len(mails) + 1) if number not in seen]
            self.say(f"* SEARCH {' '.join(unseen)}".encode())
        elif command == "FETCH":
            mail = mails[int(rest.split(" ")[0]) - 1]
            self.say(f"* 1 FETCH (BODY[]<0> {{{len(mail)}}}".encode())
            self.wfile.write(mail + b")\r\n")
        elif command == "STORE" and re.search(r"Seen", rest):
            seen.add(int(rest.split(" ")[0]))
        return True
