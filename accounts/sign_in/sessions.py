"""A user's list of sessions."""

from typing import Any

from allauth.usersessions.models import UserSession
from django.db.models import Q
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import ApiToken, User
from accounts.sign_in.browsers import name_agent
from insidejob.cache_stamps import forget_stamps, name_person

NO_NETWORK = "0.0.0.0"  # noqa: S104 - stored instead of an address


@receiver(pre_save, sender=UserSession, dispatch_uid="accounts.keep_little")
def keep_little(instance: UserSession, **kwargs: Any) -> None:
    """Remove the IP address of a session, and all of the browser's description but its name."""
    instance.ip = NO_NETWORK
    if "/" in instance.user_agent or not instance.user_agent:
        instance.user_agent = name_agent(instance.user_agent)


def list_session(sender: type[User], request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Add a member's session to their list; guests have none."""
    # Django's test client signs in with a request without a user.
    if not user.is_guest and hasattr(request, "user"):
        UserSession.objects.create_from_request(request)


def end_session(sender: type[User], request: HttpRequest, **kwargs: Any) -> None:
    if session := find_session(request):
        session.delete()


def find_session(request: HttpRequest) -> UserSession | None:
    return UserSession.objects.filter(session_key=request.session.session_key).first()


def end_listed(user: User, but: str | None) -> None:
    """End a user's listed sessions, and the tokens of programs."""
    ApiToken.objects.filter(Q(user=user) | Q(user__bot_owner=user)).delete()
    forget_stamps(name_person(user.pk))
    for session in UserSession.objects.filter(user=user).exclude(session_key=but):
        session.end()
