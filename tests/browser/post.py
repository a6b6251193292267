"""Says what became of all that somebody was to be told: `python -m tests.browser.post EMAIL`, on a site's data."""

import sys

import django


def describe_post(email: str) -> str:
    """Return a line for each notice to an address, with its deliveries, and when the site last swept."""
    from django.utils import timezone

    from games.models import Heartbeat, Notification

    heart = Heartbeat.objects.first()
    lines = [f"now {timezone.now()}, last sweep {heart and (heart.beat_at, heart.doubted_since, heart.refused_since)}"]
    for notification in Notification.objects.filter(recipient__email=email).order_by("pk"):
        ways = notification.deliveries.values_list("channel", "state", "send_at", "attempts")
        lines.append(
            f"{notification.kind} {notification.state}, due {notification.send_at}, "
            f"told {notification.told_at}: {list(ways)}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    django.setup()
    print(describe_post(sys.argv[1]))
