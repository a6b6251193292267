"""What random requests say of themselves: headers, cookies, character sets, lengths, forms in parts, broken or not."""

from random import Random

NAMES = (
    "HX-Request", "HX-Current-URL", "HX-Current-URL-URI-AutoEncoded", "HX-Target", "HX-Trigger", "HX-Trigger-Name",
    "HX-Boosted", "HX-History-Restore-Request", "HX-Prompt", "Accept-Language", "Accept", "Accept-Encoding", "Referer",
    "Origin", "Host", "Cookie", "User-Agent", "Range", "If-Range", "If-Modified-Since", "If-None-Match", "X-CSRFToken",
    "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Requested-With", "X-HTTP-Method-Override",
    "Content-Encoding", "Content-Disposition", "Transfer-Encoding", "Expect", "Upgrade", "Authorization",
)  # fmt: skip
VALUES = (
    "true", "false", "http://[", "http://[::1", "//[", "https://testserver/games/", "http://testserver/g/x/?a=%FF",
    "http://testserver:99999/", "testserver:99999", "[::1", "a b", ".", "-", "..", "bytes=0-", "bytes=9-1,-", "bytes=a",
    'W/"', "*", "Thu, 99 Foo 0000 99:99:99 GMT", "en;q=9", "fr-" * 3000, "en;q=nan, fr;q=-1,*;q=1e9", "1, 2, ::1, \x00",
    "sessionid=; csrftoken=", "sessionid=x; =; ;;", "sessionid=\x80\xff", "csrftoken=" + "a" * 64,
    "django_language=\x00", "django_language=tlh; messages=x", 'messages="[[\\"__json_message\\""', "chunked", "gzip",
    "100-continue", "h2c",
    "Basic \xff", "x" * 8000, "%E2%28%A1", "%", "\ud7ff".encode().decode("latin-1"), "text/html;q=x, */*;q=", "\t",
)  # fmt: skip
"""As a server hands them on: bytes, written as Latin-1."""
CHARSETS = (
    "utf-8", "UTF-8", "utf8", "utf-16", "utf-32", "utf-7", "latin-1", "hex", "idna", "punycode", "rot13", "undefined",
    "unicode_escape", "mbcs", "cp037", "base64", "nothing", "", "\x00", '"', "\xff", "x" * 300,
)  # fmt: skip
TYPES = (
    "application/x-www-form-urlencoded", "multipart/form-data", "multipart/mixed", "application/json", "text/plain",
    "text/plain; a*=hex''%FF", "text/plain; a*=no''x", "text/plain; charset*=utf-16''x",
    "multipart/form-data; boundary*=hex''x", "x" * 12_000,
    "APPLICATION/X-WWW-FORM-URLENCODED", "application/", "/", "\x7f", "",
)  # fmt: skip
BOUNDARIES = ("x", "", '"', '"x', "x" * 71, "x" * 201, "\xff", "x y", "-", "=", ";", "x; boundary=y")
PARTS = (
    'name="decision"', 'name="text"; filename="a.txt"', 'name="', "name=", "", "name*=utf-16''%FF%FE", 'name="a\x00b"',
    'name="x"; filename*=hex\'\'zz', 'name="x"\r\nContent-Transfer-Encoding: base64',
    'name="x"\r\nContent-Type: a/b; charset=hex', 'name="x"\r\nContent-Length: no', 'name="' + "x" * 2000 + '"',
    'name="\xff\xfe"',
)  # fmt: skip


def draw_type(chance: Random) -> str:
    """Return a content type, often with a character set or the border of parts, or what looks like them."""
    drawn = chance.choice(TYPES)
    if chance.random() < 0.4:
        drawn += f"; charset={chance.choice(CHARSETS)}"
    if chance.random() < 0.4:
        drawn += f"; boundary={chance.choice(BOUNDARIES)}"
    return drawn


def draw_headers(chance: Random) -> dict[str, str]:
    """Return a few headers of which none need make sense."""
    return {chance.choice(NAMES): chance.choice(VALUES) for _ in range(chance.randrange(1, 4))}


def draw_parts(chance: Random) -> bytes:
    """Return a body of parts between borders of `x`, some of them broken, sometimes cut off."""
    parts = "".join(
        f"--x\r\nContent-Disposition: form-data; {chance.choice(PARTS)}\r\n\r\n{chance.choice(VALUES)[:99]}\r\n"
        for _ in range(chance.randrange(4))
    )
    body = (parts + chance.choice(("--x--\r\n", "--x", "", "\r\n"))).encode("latin-1")
    return body[: chance.randrange(len(body) + 1)] if chance.random() < 0.2 else body


def draw_length(chance: Random, length: int) -> str:
    """Return what is said of the length of a body: too much, too little, or nonsense."""
    return chance.choice((str(length + 7), str(max(0, length - 3)), "0", "", "-1", "1e3", "nine", str(10**12)))
