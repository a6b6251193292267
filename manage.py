#!/usr/bin/env python3
import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "insidejob.settings.dev")
    if sys.argv[1:2] == ["site"]:
        # Without Django, as this process stays while the site runs.
        from insidejob.embedded.__main__ import main

        sys.exit(main(sys.argv[2:]))
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
