"""Characters that draw nothing, and can make a name look like another."""

import unicodedata

DEFAULT_IGNORABLE = frozenset(
    chr(code)
    for first, last in (
        (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
        (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
        (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
    )
    for code in range(first, last + 1)
)  # fmt: skip
"""The characters with Default_Ignorable_Code_Point in Unicode 17 (DerivedCoreProperties.txt), which `unicodedata`
lacks.
"""
BLANK = frozenset("\u2800\u303f\ufffc\U00013441\U00013442\U00016fe4\U0001d159\U0001da7f\U0001da80")
"""Empty by design, although no property says so.

The Braille blank, the half fill space, the object replacement, two hieroglyphic blanks, the Khitan filler, the null
notehead and two spaces of SignWriting.
"""


def is_invisible(char: str) -> bool:
    """Whether a character shows nothing. Control, format, private, unassigned and separator characters count, too."""
    category = unicodedata.category(char)
    return category[0] == "C" or (category[0] == "Z" and char != " ") or char in DEFAULT_IGNORABLE or char in BLANK


def drop_invisible(text: str) -> str:
    return "".join(char for char in text if not is_invisible(char))
