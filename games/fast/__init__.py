"""Exists only for speed; docs/performance.md says what each part gains.

Every room but `rules` may import it. It imports only the registry of `rules`. The benchmark turns parts off by
`switches`; `polls` is in `games/tables/views/polls.py`.
"""
