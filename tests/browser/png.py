"""Makes a picture of flat colours small: a PNG of any colours becomes one of 256, without a library."""

import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SIGNATURE = b"\x89PNG\r\n\x1a\n"
TRUECOLOUR, PALETTE = 2, 3
Colour = tuple[int, ...]


def shrink(path: Path) -> None:
    """Rewrite the PNG at `path`, which has three bytes a pixel, with the 256 colours that it has most of."""
    chunks = list(read_chunks(path.read_bytes()))
    width, height, depth, kind = struct.unpack(">IIBB", next(data for name, data in chunks if name == b"IHDR")[:10])
    assert (depth, kind) == (8, TRUECOLOUR)
    rows = unfilter(zlib.decompress(b"".join(data for name, data in chunks if name == b"IDAT")), width * 3, height)
    pixels = [[tuple(row[at : at + 3]) for at in range(0, width * 3, 3)] for row in rows]
    counted = Counter(pixel for row in pixels for pixel in row)
    palette = [colour for colour, _ in counted.most_common(256)]
    places = {colour: find_nearest(colour, palette) for colour in counted}
    lines = b"".join(b"\0" + bytes(places[pixel] for pixel in row) for row in pixels)
    written = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, PALETTE, 0, 0, 0)),
        (b"PLTE", b"".join(bytes(colour) for colour in palette)),
        (b"IDAT", zlib.compress(lines, 9)),
        (b"IEND", b""),
    ]
    path.write_bytes(SIGNATURE + b"".join(pack(name, data) for name, data in written))


def read_chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield name and content of each part of a PNG."""
    at = len(SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def pack(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def unfilter(raw: bytes, stride: int, height: int) -> list[bytearray]:
    """Return the rows of an image of three bytes a pixel."""
    rows, above = [], bytearray(stride)
    for start in range(0, (stride + 1) * height, stride + 1):
        row = bytearray(raw[start + 1 : start + 1 + stride])
        for at in range(stride):
            left, corner = (row[at - 3], above[at - 3]) if at >= 3 else (0, 0)
            row[at] = (row[at] + predict(raw[start], left, above[at], corner)) & 255
        rows.append(row)
        above = row
    return rows


def predict(kind: int, left: int, above: int, corner: int) -> int:
    """Return what a filter of PNG foretells of a byte."""
    if kind == 4:
        guess = left + above - corner
        return min((left, above, corner), key=lambda value: abs(guess - value))
    return (0, left, above, (left + above) // 2)[kind]


def find_nearest(colour: Colour, palette: list[Colour]) -> int:
    """Return the place in the palette of the colour that is most like one."""
    red, green, blue = colour
    distances = [(red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2 for r, g, b in palette]
    return distances.index(min(distances))
