"""Exists only for speed; docs/performance.md says what each part gains.

Every room but `rules` may import it. It imports only the registry of `rules`. The benchmark turns the parts off by
`switches`. PostgreSQL keeps compiled queries and writes as prepared statements. `polls` answers "nothing new" from
Redis, by `games/tables/views/polls.py` and `insidejob/cache_stamps.py`.
"""
