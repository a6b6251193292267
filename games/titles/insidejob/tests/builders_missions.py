"""Missions, each with what fulfils it and what does not."""

EXAMPLES = """
ascending-yellow      met     B1 G2 Y9            B1 P2 B3 B4         B9 B10 B11 B12 B13
ascending-yellow      failed  B1 G9 Y2            B1 P2 Y2 B3         B9 B10 B11 B12 G12
descending-green      met     B9 G2 Y1            B9 P7 B6 B1         B5 B4 B3 G2 B1
descending-green      failed  B9 G1 Y2            B9 P7 G7 B1         B5 B4 B3 B1 G1
high-only-yellow      met     B7 B13 G8           P8 P10 Y7 P12       B7 B8 B9 B10 B11
high-only-yellow      failed  B7 B6 B8            P8 P10 Y7 P1        B7 B8 B9 B10 B6
high-only-green       met     B7 B13 G8           P8 P10 Y7 P12       B7 B8 B9 B10 B11
high-only-green       failed  B6 B13 G8           P8 P10 Y5 P12       B7 B8 B9 B10 B1
low-only-blue         met     B7 B1 G2            P1 P2 P3 P7         B7 B6 B5 B4 B3
low-only-blue         failed  B7 B8 G2            P1 P2 P3 P13        B7 B6 B5 B4 B8
low-only-pink         met     B7 B1 G2            P1 P2 P3 P7         B7 B6 B5 B4 B3
low-only-pink         failed  B8 B1 G2            P1 P2 P9 P7         B7 B6 B5 B4 G13
even-only-blue        met     B2 B4 G12           B2 G2 Y2 P2         B2 B4 B6 B8 B10
even-only-blue        failed  B2 B4 G13           B2 G2 Y3 P2         B1 B4 B6 B8 B10
even-only-pink        met     B2 B4 G12           B2 G2 Y2 P2         B2 B4 B6 B8 B10
even-only-pink        failed  B1 B4 G12           B2 G5 Y2 P2         B2 B4 B6 B8 B11
odd-only-yellow       met     B1 B3 G13           B5 G5 Y5 P5         B1 B3 B5 B7 B9
odd-only-yellow       failed  B1 B3 G12           B5 G5 Y5 P6         B2 B3 B5 B7 B9
odd-only-green        met     B1 B3 G13           B5 G5 Y5 P5         B1 B3 B5 B7 B9
odd-only-green        failed  B1 B2 G13           B5 G4 Y5 P5         B1 B3 B5 B7 B10
one-suit-blue         met     G1 G2 G3            B1 B2+ B3 B4        Y1 Y2 Y3 Y4 Y5
one-suit-blue         failed  G1 G2 B3            G1 G2+ G3 G4        Y1 Y2 Y3 Y4 P5
first-last-suit-pink  met     G1 B2 G3            P1 B2 B3 P4+        Y1 B2 G3 P4 Y5
first-last-suit-pink  failed  G1 G2 B3            G1 G2 G3 G4+        Y1 Y2 Y3 Y4 P5
first-highest-blue    met     B9 B2 B3            B9 G8 P7 Y6         B13 G12 B1 B2 B3
first-highest-blue    failed  B9 B2 G9            B9 G8 P7 Y10        B12 G12 B1 B2 B3
second-highest-pink   met     B2 B9 B3            B8 G9 P7 Y6         B12 G13 B1 B2 B3
second-highest-pink   failed  B2 B9 G9            G9 B9 P7 Y6         B13 G12 B1 B2 B3
third-highest-yellow  met     B2 B3 B9            B8 G6 P9 Y7         B12 G11 B13 B2 B3
third-highest-yellow  failed  B2 G9 B9            B8 G6 P9 Y13        B12 G11 B10 B2 B13
last-highest-green    met     B2 B3 B9            B8 G6 P7 Y9         B12 G11 B1 B2 B13
last-highest-green    failed  B2 B9 B3            B8 G6 P9 Y9         B12 G11 B13 B2 B3
first-lowest-green    met     B1 B2 B3            B5 G6 P7 Y8         B1 G12 B3 B2 B13
first-lowest-green    failed  B1 B2 G1            B5 G6 P7 Y4         B2 G12 B3 B1 B13
second-lowest-yellow  met     B2 B1 B3            B6 G5 P7 Y8         B12 G1 B3 B2 B13
second-lowest-yellow  failed  B1 G1 B3            G13 G5+ Y5 G4       B1 G12 B3 B2 B13
third-lowest-blue     met     B3 B2 B1            B6 G7 P5 Y8         B12 G3 B1 B2 B13
third-lowest-blue     failed  B1 B2 G1            B6 G7 P5 Y4         B12 G3 B2 B1 B13
last-lowest-pink      met     B3 B2 B1            B6 G7 P8 Y5         B12 G3 B2 B4 B1
last-lowest-pink      failed  B3 B1 B2            B6 G7 P5 Y5         B12 G3 B1 B4 B2
first-wins-yellow     met     B9 B2 G13           Y1 B13 G13 P13      B13 B2 B3 B4 B5
first-wins-yellow     failed  B9 B2 Y1            B9 B10 G1 P1        B13 B2 B3 B4+ B5
second-wins-green     met     B9 B10 P13          B9 G1 B10 B11       B13 B2+ B3 B4 B5
second-wins-green     failed  B9 B10 G1           B9 G1 B10+ B11      B13 P13 B3 B4 B5
third-wins-pink       met     B1 B2 B3            B9 B10 P1 B13       B13 B12 B1+ B2 B3
third-wins-pink       failed  B1 B3 B2            B9 B10 P1 B2+       B13 B12 B1 B2 B3+
last-wins-blue        met     G1 G2 G3            G1 G13 G2 B1        G13 G1 G2 G3 G4+
last-wins-blue        failed  G1 G3 G2            G1 G13 B2 B1        G13 G1 G2 B5 G4+
risky-second-blue           met     B1 B2+ B3       B1 B2+ B3 B4        B1 B2+ B3 B4 B5
risky-second-blue           met     B1 B2+ B3+      B1 B2+ B3+ B4+      B1 B2+ B3+ B4+ B5+
risky-second-blue           failed  B1 B2 B3        B1 B2 B3+ B4        B1 B2 B3+ B4+ B5+
risky-third-green           met     B1 B2 B3+       B1 B2 B3+ B4        B1 B2 B3+ B4 B5
risky-third-green           met     B1 B2+ B3+      B1 B2+ B3+ B4       B1 B2+ B3+ B4+ B5+
risky-third-green           failed  B1 B2+ B3       B1 B2+ B3 B4+       B1 B2+ B3 B4+ B5+
risky-last-yellow           met     B1 B2 B3+       B1 B2 B3 B4+        B1 B2 B3 B4 B5+
risky-last-yellow           met     B1 B2+ B3+      B1 B2+ B3+ B4+      B1 B2+ B3+ B4+ B5+
risky-last-yellow           failed  B1 B2+ B3       B1 B2+ B3+ B4       B1 B2+ B3+ B4+ B5
risky-second-or-third-pink  met     B1 B2+ B3       B1 B2+ B3 B4        B1 B2 B3+ B4 B5
risky-second-or-third-pink  met     B1 B2+ B3+      B1 B2 B3+ B4+       B1 B2+ B3+ B4+ B5+
risky-second-or-third-pink  failed  B1 B2 B3        B1 B2 B3 B4+        B1 B2 B3 B4+ B5+
"""

CASES = [
    (mission_id, verdict == "met", codes)
    for mission_id, verdict, *rest in (line.split() for line in EXAMPLES.strip().splitlines())
    for codes in (rest[:3], rest[3:7], rest[7:])
]
