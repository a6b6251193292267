"""A mailbox that speaks as much IMAP as reading new mail takes, over a real socket. The UID of a mail is its number."""

import socketserver
import threading
from typing import Any

PASSWORD = "p@ss word"


class Mailbox(socketserver.ThreadingTCPServer):
    """Holds mails at a free port of this machine; `seen` are the numbers of those marked so."""

    daemon_threads = True

    def __init__(self, *mails: bytes) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.mails, self.seen, self.fetched = [*mails], set[int](), list[int]()
        self.validity = 1

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
            tag, command, *rest = line.decode().strip().replace("UID ", "UID-", 1).split(" ", 2)
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
        mails, seen, number = self.server.mails, self.server.seen, rest.split(" ")[0]
        if command == "LOGIN":
            return rest == f'bounces "{PASSWORD}"'
        if command == "CAPABILITY":
            self.say(b"* CAPABILITY IMAP4rev1")
        elif command == "SELECT":
            self.say(f"* {len(mails)} EXISTS".encode())
            self.say(f"* OK [UIDVALIDITY {self.server.validity}] UIDs valid".encode())
        elif command == "UID-SEARCH":
            self.say(f"* SEARCH {' '.join(map(str, self.search(rest)))}".encode())
        elif command == "UID-FETCH":
            mail = mails[int(number) - 1]
            self.server.fetched.append(int(number))
            self.say(f"* {number} FETCH (UID {number} BODY[]<0> {{{len(mail)}}}".encode())
            self.wfile.write(mail + b")\r\n")
        elif command == "UID-STORE" and "Seen" in rest:
            seen.add(int(number))
        return True

    def search(self, words: str) -> list[int]:
        """Find the unseen mails, or those from a UID on. The newest one is always among the latter (RFC 3501)."""
        newest = len(self.server.mails)
        if words == "UNSEEN":
            return [number for number in range(1, newest + 1) if number not in self.server.seen]
        first = int(words.removeprefix("UID ").removesuffix(":*"))
        return [*range(min(first, newest), newest + 1)]
