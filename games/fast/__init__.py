"""What exists only for speed. docs/performance.md says what each part gains.

Every room but `rules` may import it. It imports only the registry of `rules`. `switches` lets the benchmark turn parts
off. The optimization `polls` is in `games/tables/views/polls.py`.
"""
