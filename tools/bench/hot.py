"""Measures the processor time of moves and table pages:

`make bench ARGS=hot`. A minimal request follows each, so noisy runs can be compared. All titles are played.
"""

from tools.bench.database import measure_on_postgres
from tools.bench.figures import Figure


def measure() -> list[Figure]:
    return measure_on_postgres(measure_hot)


def measure_hot() -> list[Figure]:
    # Models need the database.
    from tools.bench import hot_paths

    return hot_paths.measure_all()
