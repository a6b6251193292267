"""The configuration of gunicorn, for `--config insidejob/gunicorn_config.py`: what must hold wherever it runs.

gunicorn reads this file by its path, in the process that starts the workers. Nothing of the site is imported here, not
even its settings: what that process has imported its workers get, and a reload would start them with old code.
"""

import gc
import logging.config
import os
import runpy
import shutil
import tempfile
from pathlib import Path
from typing import Any

from gunicorn.glogging import Logger as GunicornLogger

LOGS = runpy.run_path(str(Path(__file__).with_name("logs.py")))
IS_PRODUCTION = not os.environ.get("DJANGO_SETTINGS_MODULE", "").endswith(".dev")


class Logger(GunicornLogger):  # type: ignore[misc]
    """Says what gunicorn has to say as Django does, one line each, and nothing of what a visitor sent."""

    def setup(self, cfg: Any) -> None:
        """Let the loggers of the site take the place of gunicorn's handler."""
        super().setup(cfg)
        logging.config.dictConfig(LOGS["logging_settings"](json=IS_PRODUCTION))
        self.error_log.handlers.clear()
        self.error_log.propagate = True


logger_class = Logger
# By default it lets a proxy on this machine say the path in headers, and no proxy of ours takes them from a visitor.
forwarder_headers = ""

FOLDER, OURS = "PROMETHEUS_MULTIPROC_DIR", "insidejob-metrics-"
if os.environ.get("METRICS_TOKEN") and FOLDER not in os.environ:
    # Where the workers count requests, so that each can tell what all have counted. A reload goes on with it.
    os.environ[FOLDER] = tempfile.mkdtemp(prefix=OURS)


def post_worker_init(worker: Any) -> None:
    """Spare what a worker has loaded, as `insidejob.garbage` does: a full collection stops its requests."""
    gc.collect()
    gc.freeze()


def on_exit(server: Any) -> None:
    """Remove what was counted: it begins at nothing with the next start."""
    folder = Path(os.environ.get(FOLDER, ""))
    if folder.name.startswith(OURS):
        shutil.rmtree(folder, ignore_errors=True)
