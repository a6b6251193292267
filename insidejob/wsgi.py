"""The WSGI entry point."""

import gc
import os
from collections.abc import Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

from insidejob.middleware import forget_unknown_type

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "insidejob.settings.prod")

django_application = get_wsgi_application()
# These need loaded apps.
from games.site.checks import require_titles  # noqa: E402
from insidejob.templates import read_all  # noqa: E402

require_titles()
read_all()
# Exclude loaded code from garbage collection, which would take 0.1 s.
gc.freeze()
gc.set_threshold(50_000)


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    return django_application(forget_unknown_type(environ), start_response)
