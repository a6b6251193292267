"""How the site does with a million games over: `python -m bench.scale`, or `make scale`."""
