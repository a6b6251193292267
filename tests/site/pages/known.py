"""What a page has had, as `static/js/table/known.js` keeps it."""

import re

PART = re.compile(r'<(\w+)\b[^>]*\bdata-part="?(\w+)[^>]*>')
SAME = re.compile(r'<(\w+) data-same="?(\d+)"?>(</\1>)?')


def learn(page: str) -> dict[str, str]:
    """Return what a page may be asked to show again, by its key: elements without their end tags."""
    return {start[2]: page[start.start() : page.index(f"</{start[1]}>", start.end())] for start in PART.finditer(page)}


def restore(answer: str, known: dict[str, str]) -> str:
    """Return an answer with what the page has had, as `known.js` puts it there."""
    had = [*known.values()]

    def put(same: re.Match[str]) -> str:
        element, end = had[int(same[2])], same[3]
        return element + end if end else element.split(">")[0] + ">"

    return SAME.sub(put, answer)
