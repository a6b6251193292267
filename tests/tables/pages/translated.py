"""A browser that translates a page: what it would change that is no text of ours."""

from html.parser import HTMLParser

EMPTY = {
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
}  # fmt: skip
"""Tags without an end."""
UNSEEN = {"script", "style", "title", "textarea"}
"""Tags whose text no translation changes in the page, or that holds what the reader typed."""

PLAIN = {"title", "textarea", "option"}
"""Tags that hold text alone."""


class Translator(HTMLParser):
    """Reads a page as browsers do: what they would translate, and what they keep, with the language that it is in."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[tuple[str, bool, str, set[str]]] = []
        self.translated: list[str] = []
        self.kept: list[tuple[str, str]] = []
        self.cards: list[tuple[str, bool]] = []
        self.attributes: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if self.open and (self.open[-1][0] in PLAIN or (tag == "bdi" and "svg" in (each[0] for each in self.open))):
            self.attributes.append(f"<{tag} in {self.open[-1][0]}")
        self.attributes += [f"{tag} {name}={value}" for name, value in values.items()]
        _, is_kept, lang, classes = self.open[-1] if self.open else ("", False, "", set[str]())
        is_kept = {"no": True, "yes": False}.get(values.get("translate", ""), is_kept)
        if tag not in EMPTY:
            classes = classes | set(values.get("class", "").split())
            self.open.append((tag, is_kept, values.get("lang", lang), classes))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        tag, is_kept, lang, classes = self.open[-1] if self.open else ("", False, "", set[str]())
        if tag in UNSEEN or not data.strip():
            return
        if is_kept:
            self.kept.append((data.strip(), lang))
        else:
            self.translated.append(data.strip())
        if classes & {"card", "card-chip", "spy"} and not classes & {"visually-hidden"}:
            self.cards.append((data.strip(), is_kept))
