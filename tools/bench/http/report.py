"""Turns measured requests into figures: the site's speed as a percentage of a minimal request's."""

from statistics import median

from tools.bench.figures import Figure
from tools.bench.http.compare import MANY, UNDER_WAY, Tallies
from tools.bench.http.tables import PLACES

A, B = "a", "b"
"""The two kinds of minimal views: behind the site's middleware, and in a project from `startproject`."""
MOVE, MOVE_CROWDED, PAGE, NEWS = 0.55, 0.5, 0.4, 1.0
DATABASE_OF_A_MOVE = 1.5
"""PostgreSQL may take at most this many milliseconds of processor time for a move."""
ANSWER_BYTES = 3000
BACKENDS = {"postgresql": "PostgreSQL", "sqlite": "SQLite"}


def list_figures(vendor: str, alone: Tallies, crowded: Tallies) -> list[Figure]:
    one, many = f"{BACKENDS[vendor]}, 1 client", f"{BACKENDS[vendor]}, {MANY} clients"
    return [
        by_cost(f"{one}: move", alone, "move", "write", MOVE),
        *(by_cost(f"  {place}", alone, f"move, {place}", "write", MOVE) for place in PLACES),
        by_cost(f"{one}: page", alone, "page", "write", PAGE),
        *(by_cost(f"  {place}", alone, f"page, {place}", "write", PAGE) for place in PLACES),
        *list_under_way(one, alone),
        *list_database(one, vendor, alone),
        by_cost(f"{one}: nothing new", alone, "news", "glance", NEWS),
        by_cost(f"{one}: nothing new, by token", alone, "game, nothing new", "glance", NEWS),
        by_cost(f"{many}: move", crowded, "move", "write", MOVE),
        by_rate(f"{many}: move, rate", crowded, "move", "write", B, MOVE_CROWDED),
        by_cost(f"{many}: page", crowded, "page", "write", PAGE),
        *list_under_way(many, crowded),
        by_cost(f"{many}: nothing new", crowded, "news", "glance", NEWS),
        by_rate(f"{many}: nothing new, rate", crowded, "news", "glance", A, NEWS),
        by_cost(f"{many}: nothing new, by token", crowded, "game, nothing new", "glance", NEWS),
        measure_answer(f"{BACKENDS[vendor]}: answer to a move, as sent", alone),
    ]


def list_under_way(name: str, tallies: Tallies) -> list[Figure]:
    return [
        by_cost(f"{name}: {what}{UNDER_WAY}", tallies, f"{what}{UNDER_WAY}", f"write{UNDER_WAY}", target)
        for what, target in (("move", MOVE), ("page", PAGE))
    ]


def list_database(name: str, vendor: str, tallies: Tallies) -> list[Figure]:
    if vendor != "postgresql" or not tallies["move"].database:
        return []
    move, page, news = (tallies[kind].database_cost for kind in ("move", "page", "news"))
    a, b = (tallies[f"{bare} write"].database_cost for bare in (A, B))
    told = f"a page {page:.2f}, nothing new {news:.2f}; (a) {a:.2f}, (b) {b:.2f}"
    target = f"<= {DATABASE_OF_A_MOVE}"
    return [Figure(f"{name}: PostgreSQL's time of a move", move, "ms", target, move <= DATABASE_OF_A_MOVE, told)]


def by_cost(name: str, tallies: Tallies, ours: str, bare: str, target: float) -> Figure:
    cost, a, b = (tallies[key].cost for key in (ours, f"{A} {bare}", f"{B} {bare}"))
    both, both_a = (tallies[key].cost + tallies[key].database_cost for key in (ours, f"{A} {bare}"))
    beside = f"{cost:.2f} ms; (a) {a:.2f}, (b) {b:.2f}: {b / cost:.0%}; with the database {both_a / both:.0%} of (a)"
    return Figure(name, 100 * a / cost, "% of (a)", f">= {target:.0%}", a / cost >= target, beside)


def by_rate(name: str, tallies: Tallies, ours: str, bare: str, other: str, target: float) -> Figure:
    rates, a, b = (tallies[key].rates for key in (ours, f"{A} {bare}", f"{B} {bare}"))
    shares = {key: median(x / y for x, y in zip(rates, beside, strict=True)) for key, beside in ((A, a), (B, b))}
    told = f"{median(rates):.0f} a second; (a) {median(a):.0f}, (b) {median(b):.0f}"
    share = shares[other]
    return Figure(name, 100 * share, f"% of ({other})", f">= {target:.0%}", share >= target, told)


def measure_answer(name: str, tallies: Tallies) -> Figure:
    sizes = tallies["move"].sizes
    size, page = median(sizes), median(tallies["page"].sizes)
    beside = f"at most {max(sizes):,}; a page {page:,.0f}"
    return Figure(name, size, "bytes", f"<= {ANSWER_BYTES:,}", size <= ANSWER_BYTES, beside)
