"""What exists only for speed; docs/performance.md says what each device brings.

Every room but `rules` may import it. It imports the registry of `rules` alone.

- `compiled_queries`: queries of every move and page, which the ORM compiles once per process.
- `prepared_statements`: PostgreSQL keeps these, and the writes below, for each connection (`prepare_threshold`).
- `writes`: an INSERT or an UPDATE of several rows as plain SQL, which the ORM composes too slowly.
- `state_cache`: the folded logs of the tables at which this process moved last.
- `fragment_cache`: parts of pages that depend on their arguments alone.
- `word_cache`: names of terms and of days in each language.
- `polls`: "nothing new" is answered from Redis (`games/tables/views/polls.py`, `insidejob/cache_stamps.py`).

The benchmark switches them off (`switches`).
"""
