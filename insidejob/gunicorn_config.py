"""The configuration of gunicorn.

It must not import the site. Workers would inherit the imported modules, and after a reload run old code.
"""

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


class _Logger(GunicornLogger):  # type: ignore[misc]
    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        logging.config.dictConfig(LOGS["logging_settings"](json=IS_PRODUCTION))
        self.error_log.handlers.clear()
        self.error_log.propagate = True


logger_class = _Logger
# By default a local proxy may set the path in headers; ours do not strip them from visitors' requests.
forwarder_headers = ""

FOLDER, OURS = "PROMETHEUS_MULTIPROC_DIR", "insidejob-metrics-"
if os.environ.get("METRICS_TOKEN") and FOLDER not in os.environ:
    # The folder where workers count requests. It is kept on reload.
    os.environ[FOLDER] = tempfile.mkdtemp(prefix=OURS)


def on_exit(server: Any) -> None:
    folder = Path(os.environ.get(FOLDER, ""))
    if folder.name.startswith(OURS):
        shutil.rmtree(folder, ignore_errors=True)
