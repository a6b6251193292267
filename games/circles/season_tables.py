from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from games.circles.ranking import find_needed, find_winners
from games.circles.seasons import MemberResults, TitleSeason
from games.people.charts import Chart, draw_chart
from games.people.selectors.history import Person
from games.people.selectors.statistics import Results, Tally
from games.people.views.statistics import StatisticsRow, name_terms, show_results, show_statistics
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.statistics import Share
from games.wording.sentences import word_sentence


@dataclass(frozen=True)
class MemberRow:
    person: Person
    total: Tally
    is_private: bool
    sides: tuple[Tally, ...]
    found_out: Share | None
    roles: tuple[tuple[str, Tally], ...]
    statistics: tuple[StatisticsRow, ...]
    partner: str
    together: Tally
    rank: int | None


@dataclass(frozen=True)
class SeasonTable:
    """The results of one title in a season.

    `found_out` is the heading of a column, or "" if there is none. `charts` sum the results that members show.
    """

    title: AnyTitle
    games: int
    sides: tuple[str, ...]
    found_out: str
    rows: tuple[MemberRow, ...]
    players: Chart
    charts: tuple[Chart, ...]
    # Those with the first rank.
    winners: tuple[str, ...]
    best: Tally
    games_for_rank: int


def make_table(season: TitleSeason) -> SeasonTable:
    title, rule = season.title, season.title.STATISTICS and season.title.STATISTICS.found_out
    sides = {side: name for side, name in name_terms(title, "side").items() if side in season.together.by_side}
    sides = sides if len(set(title.SIDES.values())) > 1 else {}
    people = {str(number): each for number, each in enumerate(season.members)}
    totals = {number: each.results.total for number, each in enumerate(season.members)}
    winners = find_winners(totals)
    return SeasonTable(
        title=title,
        games=season.games,
        sides=tuple(sides.values()),
        found_out=word_sentence(rule.label) if rule and any(each.found_out for each in season.members) else "",
        rows=tuple(_make_row(title, each, sides) for each in season.members),
        players=draw_chart(
            "players",
            gettext("By player"),
            {key: each.person.name for key, each in people.items()},
            {key: each.results.total for key, each in people.items()},
        ),
        charts=_draw_sums(season.together),
        winners=tuple(season.members[number].person.name for number in winners),
        best=totals[winners[0]] if winners else Tally(),
        games_for_rank=find_needed(totals),
    )


def _draw_sums(together: Results) -> tuple[Chart, ...]:
    charts = show_results(together).charts if together.total.games else ()
    return tuple(chart for chart in charts if chart.key in ("role", "side"))


def _make_row(title: AnyTitle, member: MemberResults, sides: Mapping[str, str]) -> MemberRow:
    results, partner = member.results, member.partner
    roles = name_terms(title, "role") if len(title.SIDES) > 1 else {}
    return MemberRow(
        person=member.person,
        total=results.total,
        is_private=member.is_private,
        sides=tuple(results.by_side.get(side, Tally()) for side in sides),
        found_out=member.found_out,
        roles=tuple((name, results.by_role[role]) for role, name in roles.items() if role in results.by_role),
        statistics=show_statistics(results),
        partner=partner.person.name if partner else "",
        together=partner.tally if partner else Tally(),
        rank=member.rank,
    )
