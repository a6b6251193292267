from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in, user_logged_out

        from accounts import signals  # noqa: F401 - models cannot be imported before
        from accounts.sign_in.sessions import end_session, list_session
        from accounts.sign_in.sign_up import settle_session

        user_logged_in.connect(settle_session)
        user_logged_in.connect(list_session)
        user_logged_out.connect(end_session)
