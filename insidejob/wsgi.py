"""The WSGI entry point that gunicorn serves."""

import gc
import os
from collections.abc import Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

from insidejob.middleware import forget_unknown_type

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "insidejob.settings.prod")

django_application = get_wsgi_application()
# After it, as the apps must be there.
from games.site.checks import require_titles  # noqa: E402
from insidejob.templates import read_all  # noqa: E402

require_titles()
read_all()
# Garbage is looked for seldom, and not among what is loaded: that would stop the process for 0.1 s.
gc.freeze()
gc.set_threshold(50_000)


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer a request."""
    return django_application(forget_unknown_type(environ), start_response)
