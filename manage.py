#!/usr/bin/env python3
import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "insidejob.settings.dev")
    if sys.argv[1:2] == ["site"]:
        # Without Django, as this process stays while the site runs.
        from insidejob.embedded.__main__ import main

        sys.exit(main(sys.argv[2:]))
    if sys.argv[1:] == ["version"]:
        # Django's own command would tell Django's version.
        from insidejob.releases import describe_version

        sys.stdout.write(f"{describe_version()}\n")
        sys.exit()
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
