from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from allauth.usersessions.models import UserSession
        from django.contrib.auth.signals import user_logged_in
        from django.db.models.signals import pre_delete

        from accounts.selectors import name_wanted
        from accounts.services import zone_changed
        from accounts.sign_in.adapter import signing_in
        from games.cases.services.adoption import bring_cases, bring_guest_cases
        from games.notifications.case_reminders import move_to_zone
        from games.notifications.contacts import remove_devices
        from games.site import checks  # noqa: F401
        from games.tables.services.names import is_name_of_tablemate
        from games.tables.views.guests import bring_seats, keep_seats
        from games.tables.views.joining import sit_down_after_sign_in

        pre_delete.connect(remove_devices, sender=UserSession)
        name_wanted.connect(is_name_of_tablemate)
        zone_changed.connect(move_to_zone)
        # This receiver comes first: the next one deletes the guest.
        signing_in.connect(bring_guest_cases)
        signing_in.connect(bring_seats)
        user_logged_in.connect(bring_cases)
        user_logged_in.connect(keep_seats)
        user_logged_in.connect(sit_down_after_sign_in)
