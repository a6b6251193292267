"""`python -m insidejob.embedded`, or `manage.py site`: run the whole site in the foreground. Ctrl-C stops it."""

import sys
from argparse import ArgumentParser

from insidejob import __version__
from insidejob.embedded.runner import SiteFailed, run_site


def main(arguments: list[str]) -> int:
    parser = ArgumentParser("manage.py site", description="Run the site: database, static files, web server, workers.")
    parser.add_argument("--version", action="version", version=f"Inside Job {__version__}")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--stop-with-parent", action="store_true", help="stop when the calling process ends")
    parser.add_argument("--reload", action="store_true", help="load code, templates, styles and texts that change")
    options = parser.parse_args(arguments)
    try:
        return run_site(options.port, stop_with_parent=options.stop_with_parent, reload=options.reload)
    except SiteFailed as failure:
        print(failure, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
